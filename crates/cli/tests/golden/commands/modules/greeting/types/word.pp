type Greeting::Word = Pattern[/\A\w+\z/]
