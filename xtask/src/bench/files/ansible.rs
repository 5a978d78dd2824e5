//! Ansible: the same files, by one task that loops and by a task for each file, on the machine itself.

use std::{
    fmt::Write as _,
    fs,
    process::{Command, Stdio},
    time::Instant,
};

use anyhow::{Context as _, Result, ensure};

use super::{Bench, Site};
use crate::bench::cost::{best, seconds};

/// How many files.
const FILES: usize = 300;

pub(super) fn run(bench: &Bench) -> Result<()> {
    let site = Site::new(&bench.folder.join("ansible"), FILES, 1024, true)?;
    let ours = best(10, || bench.bunraku(&["--catalog".as_ref(), site.catalog.as_os_str()]).map(|(cost, _)| cost))?;
    println!("\n| {FILES} files in sync, from sources | time | each |\n|---|---|---|");
    let each = |name: &str, time: std::time::Duration| {
        println!("| {name} | {} | {:.3} ms |", seconds(time), time.as_secs_f64() * 1e3 / FILES as f64);
    };
    each("bunraku", ours.wall);
    if !Command::new("ansible-playbook")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|code| code.success())
    {
        println!("\nAnsible is skipped, because it is not installed (apt-get install ansible-core).");
        return Ok(());
    }
    let (files, sources) = (site.folder.join("files"), site.folder.join("sources"));
    let copy = |number: &str| {
        format!(
            "copy: {{src: '{}/{number}.conf', dest: '{}/{number}.conf', mode: '0644', owner: root, group: root}}",
            sources.display(),
            files.display()
        )
    };
    let head = "- hosts: localhost\n  connection: local\n  gather_facts: false\n  tasks:\n";
    let looping = format!("{head}    - {}\n      loop: \"{{{{ range(0, {FILES}) | list }}}}\"\n", copy("{{ item }}"));
    let mut written_out = head.to_owned();
    for number in 0..FILES {
        writeln!(written_out, "    - {}", copy(&number.to_string()))?;
    }
    for (name, playbook) in [("Ansible, one task in a loop", looping), ("Ansible, a task for each file", written_out)] {
        let path = site.folder.join("site.yml");
        fs::write(&path, playbook)?;
        let start = Instant::now();
        let output = Command::new("ansible-playbook")
            .args(["-i", "localhost,"])
            .arg(&path)
            .output()
            .context("cannot run ansible-playbook")?;
        let time = start.elapsed();
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        ensure!(output.status.success() && told.contains("changed=0"), "Ansible failed: {told}");
        each(name, time);
    }
    Ok(())
}
