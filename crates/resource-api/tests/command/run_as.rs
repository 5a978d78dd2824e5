//! Processes with other credentials, processes that leave others running, and stopping all descendants.

use std::{fs, time::Duration};

use resource_api::{CommandError, command::Destination};

use crate::support::{Bench, eventually, exists, shell, unique_nap};

#[test]
fn a_process_has_another_umask() {
    let bench = Bench::new();
    let umask = shell().run(&bench.context, ["-c", "umask"]).umask(0o27).stdout(Destination::Store);
    assert_eq!(umask.execute().unwrap().stdout_text(), "0027\n");
    // Its arguments arrive as they are.
    let words = shell().run(&bench.context, ["-c", "echo $0-$1-$#", "a b", "c'$d"]).umask(0o77);
    assert_eq!(words.stdout(Destination::Store).execute().unwrap().stdout_text(), "a b-c'$d-1\n");
}

#[test]
fn a_process_has_another_user_and_group() {
    if !rustix::process::getuid().is_root() {
        skip_test::skip!("it needs root");
        return;
    }
    let bench = Bench::new();
    let who = || shell().run(&bench.context, ["-c", "id -u; id -g; umask; pwd"]).stdout(Destination::Store).cwd("/");
    assert_eq!(who().user(65534).group(1).umask(0o22).execute().unwrap().stdout_text(), "65534\n1\n0022\n/\n");
    assert!(who().group(2).execute().unwrap().stdout_text().starts_with("0\n2\n"));
}

#[test]
fn processes_that_are_left_behind_continue() {
    let bench = Bench::new();
    let seconds = unique_nap();
    let script = format!("sleep {seconds} & echo $!");
    let left = shell().run(&bench.context, ["-c", &script]).stdout(Destination::Store).leave_behind();
    let number = left.execute().unwrap().stdout_text().trim().to_owned();
    // The shell prints the process id before the new process executes its program.
    assert!(eventually(|| exists(&seconds)));
    assert!(bench.lines(resource_api::log::Level::Warning).is_empty());
    assert!(shell().run(&bench.context, ["-c", &format!("kill {number}")]).execute().is_ok());
}

#[test]
fn what_left_the_group_is_stopped_with_the_process() {
    if fs::metadata("/proc/self/stat").is_err() {
        skip_test::skip!("there is no /proc");
        return;
    }
    let bench = Bench::new();
    let (own, stubborn) = (unique_nap(), unique_nap());
    let script = format!("setsid sleep {own} & setsid sh -c 'trap \"\" TERM; sleep {stubborn}; :' & wait");
    let stopped = shell().run(&bench.context, ["-c", &script]).timeout(Duration::from_secs(1));
    let stopped = stopped.grace(Duration::from_millis(200)).execute();
    assert!(matches!(stopped, Err(CommandError::TimedOut { .. })));
    assert!(eventually(|| !exists(&own) && !exists(&stubborn)));
}
