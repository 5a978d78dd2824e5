module StrangeMixin
  def add_strange_things
    newproperty(:strange)
  end
end
