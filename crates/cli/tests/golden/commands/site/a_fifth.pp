notify { "a": message => "after ${title}" }
