//! A `bunraku` without support for switches, so that the tests can use the Ruby module.

fn main() -> std::process::ExitCode {
    cli::App::new().run()
}
