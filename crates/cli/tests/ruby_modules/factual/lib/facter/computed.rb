# Facts whose names only running the file tells.
%w[red green].each do |colour|
  Facter.add("factual_#{colour}") do
    setcode { colour.upcase }
  end
end
