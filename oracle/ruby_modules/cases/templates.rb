# ERB templates that only Ruby itself can fill in, with the scope around them.
quiet = { options: %w[] }
ruby = "<% require 'ostruct' -%>"
inline = ->(text, before = '') { { apply: "#{before} notice(inline_template('#{(ruby + text).gsub("'") { "\\'" }}'))", **quiet } }
{
  'a struct, a set and a library' => { apply: 'include moulds', **quiet },
  'a parameter' => { apply: "class { 'moulds': label => 'other', empty => 'full' }", **quiet },
  'a digest' => { apply: "notice(template('moulds/digest.erb'))", **quiet },
  'templates in templates' => { apply: "notice(template('moulds/nested.erb'))", **quiet },
  'one after the other' => { apply: "notice(template('moulds/digest.erb', 'moulds/digest.erb'))", **quiet },
  'its own file' => { apply: "notice(template('moulds/file.erb'))", **quiet },
  'a method that nobody has' => { apply: "notice(template('moulds/raises.erb'))", **quiet },
  'an error of its own' => { apply: "notice(template('moulds/raises_own.erb'))", **quiet },
  'a value' => inline['<%= OpenStruct.new(a: 2).a %>'],
  'a variable' => inline['<%= OpenStruct.new(a: @x).a %> <%= scope["x"] %> <%= scope.lookupvar("::x") %>', '$x = "seen"'],
  'a local variable' => inline['<%= OpenStruct.new(a: 1).a %><%= @y %>', '$x = [1].map |$y| { $y }'],
  'a fact' => inline["<%= OpenStruct.new(a: 1).a %> <%= @kernel %> <%= scope['facts']['os']['family'] %>"],
  'structured' => inline['<%= OpenStruct.new(@x).to_h.inspect %>', '$x = { "a" => [1, 2.5, true, undef], "b" => { "c" => "d" } }'],
  'a secret' => inline['<%= OpenStruct.new(a: 1).a %> <%= @x %>', '$x = Sensitive("cat")'],
  'a variable that nobody has' => inline['<%= OpenStruct.new(a: 1).a %> <%= @nothing.inspect %>'],
  'a variable of the scope that nobody has' => inline['<%= OpenStruct.new(a: 1).a %> <%= scope["nothing"].inspect %>'],
  'the variables that there are' => inline['<%= OpenStruct.new(a: 1).a %> <%= scope.to_hash["x"] %> <%= scope.include?("x") %> <%= scope.include?("nothing") %> <%= scope.exist?("x") %>', '$x = 1'],
  'an older function' => inline['<%= OpenStruct.new(a: 1).a %> <%= scope.function_moulds_older(["a", "b"]) %>'],
  'a function' => inline['<%= OpenStruct.new(a: 1).a %> <%= scope.call_function("join", [[1, 2], "-"]) %>'],
  'a function that fails' => inline['<%= OpenStruct.new(a: 1).a %> <%= scope.call_function("fail", ["no way"]) %>'],
  'a function that nobody has' => inline['<%= OpenStruct.new(a: 1).a %> <%= scope.call_function("nobody_has", []) %>'],
  'a line of the log' => inline['<%= OpenStruct.new(a: 1).a %><% scope.function_notice(["told"]) %>'],
  'a raise' => inline['<% raise ArgumentError, "wrong #{OpenStruct.new(a: 1).a}" %>'],
  'nothing' => inline['<%= OpenStruct.new(a: nil).a %>'],
  'what is printed' => inline['<% OpenStruct.new(a: 1); puts "printed" %>done'],
  'trimmed' => inline["<%- OpenStruct.new(a: 1).a.times do -%>\n  x\n<%- end -%>\ny"],
  'other letters' => inline['<%= OpenStruct.new(a: "grün ☃").a.reverse %>'],
  'a class around it' => { apply: "class a($x = 'of a') { notice(inline_template(\"#{ruby}<%= OpenStruct.new(a: @x).a %> <%= scope['a::x'] %> <%= scope.to_s %>\")) } include a", **quiet },
  'a define around it' => { apply: "define d($y) { notify { inline_template(\"#{ruby}<%= OpenStruct.new(a: @y).a %> <%= @title %> <%= @name %>\"): } } d { 'one': y => 1 } d { 'two': y => 2 }", **quiet },
  'a lambda around it' => { apply: "[1, 2].each |$i| { notice(inline_template(\"#{ruby}<%= OpenStruct.new(a: @i).a %>\")) }", **quiet },
  'in a file' => { apply: "file { '%D/out': content => template('moulds/digest.erb') }" }
}
