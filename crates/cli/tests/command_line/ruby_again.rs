//! Templates and functions that turn out to need Ruby halfway: their earlier side effects happen once.

use std::process::Command;

use crate::{binary, test_dir::TestDir};

const TEMPLATE: &str = "\
<% Puppet.notice('said before') -%>
<% Puppet.info('nobody reads this') -%>
<% scope.call_function('notice', ['called once']) -%>
<% scope.warning('said between') -%>
<% scope.call_function('create_resources', ['notify', {'made' => {}}]) -%>
<% scope['set_here'] = 5 -%>
<% @list << 'x' -%>
<% @words['new'] = [] -%>
list <%= @list.inspect %>, <%= ENV['GIVEN'] %>
<% @words['new'] << 1 -%>
<% scope.call_function('notice', ['called after']) -%>
<% Puppet.notice('said after') -%>
<% scope.warning('said at the end') -%>
";

const FUNCTION: &str = "
Puppet::Functions.create_function(:twice) do
  dispatch :twice do
    param 'String', :name
    block_param
  end

  def twice(name)
    Puppet.notice('it begins')
    call_function('create_resources', 'notify', { name => {} })
    answer = yield(name)
    Puppet.notice(\"it is #{answer}\")
    ENV['GIVEN']
  end
end
";

const MANIFEST: &str = "
$list = ['a']
$words = {}
notice(template('t/all.erb'))
notice([$list, $words, $set_here])
notice(twice('called') |$name| { notice(\"in the block ${name}\") $name })
";

/// All lines are those of Puppet 7.23.
#[test]
fn what_was_done_before_ruby_was_needed_is_done_once() {
    if binary::run(Command::new("sh").args(["-c", "command -v ruby"]), "").code != 0 {
        skip_test::skip!("there is no ruby: templates and functions that are run again");
        return;
    }
    let directory = TestDir::new(&[
        ("modules/t/templates/all.erb", TEMPLATE),
        ("modules/t/lib/puppet/functions/twice.rb", FUNCTION),
        ("site.pp", MANIFEST),
    ]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    command.current_dir(directory.path()).env("HOME", directory.path()).env("GIVEN", "given");
    command.args(["apply", "--confdir", "c", "--vardir", "v", "--color=false", "--certname", "vm"]);
    let run = binary::run(command.args(["--modulepath", "modules", "site.pp"]), "");
    let warnings = "Warning: Scope(Class[main]): said between\nWarning: Scope(Class[main]): said at the end\n";
    assert_eq!((run.code, run.stderr.as_str()), (0, warnings));
    assert_eq!(
        crate::transcripts::without_seconds(&run.stdout),
        "Notice: said before\n\
         Notice: Scope(Class[main]): called once\n\
         Notice: Scope(Class[main]): called after\n\
         Notice: said after\n\
         Notice: Scope(Class[main]): list [\"a\", \"x\"], given\n\
         Notice: Scope(Class[main]): [[a, x], {new => [1]}, 5]\n\
         Notice: it begins\n\
         Notice: Scope(Class[main]): in the block called\n\
         Notice: it is called\n\
         Notice: Scope(Class[main]): given\n\
         Notice: Compiled catalog for vm in environment production in N.NN seconds\n\
         Notice: made\n\
         Notice: /Stage[main]/Main/Notify[made]/message: defined 'message' as 'made'\n\
         Notice: called\n\
         Notice: /Stage[main]/Main/Notify[called]/message: defined 'message' as 'called'\n\
         Notice: Applied catalog in N.NN seconds\n"
    );
}
