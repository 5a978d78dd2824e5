//! A directory with manifests, modules and templates, and commands that run in it.

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

use crate::{
    binary::{self, Run},
    transcripts::without_seconds,
};

/// A directory for one test. Runs write their files to its subdirectories `c` and `v`.
pub struct TestDir {
    temp_dir: TempDir,
}

impl TestDir {
    /// A directory with these files.
    pub fn new(files: &[(&str, &str)]) -> TestDir {
        let directory = TestDir { temp_dir: TempDir::new().unwrap() };
        for (name, text) in files {
            directory.write(name, text);
        }
        directory
    }

    pub fn path(&self) -> &Path {
        self.temp_dir.path()
    }

    /// Writes a file and creates its parent directories.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// A command without colours, for the machine `vm`.
    pub fn command(&self, program: &Path, words: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.path()).env_remove("NO_COLOR");
        let at = words.len().min(if words[0] == "apply" { 1 } else { 2 });
        command.args(&words[..at]).args(["--confdir", "c", "--vardir", "v", "--color=false"]);
        if !words.contains(&"--certname") {
            command.args(["--certname", "vm"]);
        }
        command.args(&words[at..]);
        command
    }

    pub fn run(&self, words: &[&str]) -> Run {
        self.run_with_input(words, "")
    }

    pub fn run_with_input(&self, words: &[&str], input: &str) -> Run {
        self.tidied(binary::run(&mut self.command(Path::new(env!("CARGO_BIN_EXE_bunraku")), words), input))
    }

    /// Runs the program under the name `puppet`.
    pub fn run_as_puppet(&self, words: &[&str]) -> Run {
        let link = self.path().join("puppet");
        if !link.exists() {
            symlink(env!("CARGO_BIN_EXE_bunraku"), &link).unwrap();
        }
        self.tidied(binary::run(&mut self.command(&link, words), ""))
    }

    /// The output with times as N.NN and this directory as /W.
    fn tidied(&self, run: Run) -> Run {
        let tidy = |text: &str| without_seconds(text).replace(&self.path().display().to_string(), "/W");
        Run { stdout: tidy(&run.stdout), stderr: tidy(&run.stderr), code: run.code }
    }

    /// The messages of the `notify` resources that a run applied, in order.
    #[track_caller]
    pub fn notices(&self, words: &[&str]) -> Vec<String> {
        let run = self.run(words);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
        messages(&run.stdout)
    }
}

/// The messages of `notify` resources among log lines.
pub fn messages(stdout: &str) -> Vec<String> {
    let lines = stdout.lines().filter_map(|line| line.strip_prefix("Notice: "));
    let own = lines.filter(|line| !line.starts_with(['/', 'S']) && !line.contains(" catalog "));
    own.map(str::to_owned).collect()
}
