//! The progress line at the bottom of a terminal.

use std::{
    io::{self, Write as _},
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use super::Screen;

/// How often the line is redrawn, and how long a run takes before the first line.
const REFRESH_INTERVAL: Duration = Duration::from_millis(150);

/// Returns to the start of the line and clears it.
const CLEAR: &str = "\r\u{1b}[K";

/// The state of the progress line.
#[derive(Default)]
pub(super) struct Progress {
    latest: Option<CurrentStep>,
    is_shown: bool,
}

/// The resource that is being evaluated.
#[derive(Default)]
struct CurrentStep {
    number: usize,
    total: usize,
    what: String,
    is_new: bool,
}

impl Progress {
    /// Records the current step; the line is drawn later.
    pub(super) fn note(&mut self, number: usize, total: usize, what: &str) {
        let latest = self.latest.get_or_insert_default();
        (latest.number, latest.total, latest.is_new) = (number, total, true);
        latest.what.clear();
        latest.what.push_str(what);
    }

    /// Draws the line, unless it is up to date.
    fn show(&mut self) {
        let Some(latest) = &mut self.latest else { return };
        if self.is_shown && !latest.is_new {
            return;
        }
        latest.is_new = false;
        let width = terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| usize::from(width.0));
        let line = line(latest.number, latest.total, &latest.what, width);
        let mut stderr = io::stderr().lock();
        let _ = write!(stderr, "{CLEAR}{line}").and_then(|()| stderr.flush());
        self.is_shown = true;
    }

    /// Clears the line to make room for other output.
    pub(super) fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            let mut stderr = io::stderr().lock();
            let _ = write!(stderr, "{CLEAR}").and_then(|()| stderr.flush());
        }
    }
}

/// Redraws the line of a screen at intervals until it is dropped, so that a slow resource is named while it is
/// evaluated.
pub(crate) struct ProgressGuard {
    screen: Arc<Screen>,
    end: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl ProgressGuard {
    pub(super) fn new(screen: &Arc<Screen>) -> ProgressGuard {
        let (end, ended) = mpsc::channel::<()>();
        let shared = screen.clone();
        let redraw = move || {
            while ended.recv_timeout(REFRESH_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                shared.line().show();
            }
        };
        // Without a thread there is no progress line.
        let thread = thread::Builder::new().name("progress".to_owned()).spawn(redraw).ok();
        ProgressGuard { screen: screen.clone(), end: Some(end), thread }
    }
}

impl Drop for ProgressGuard {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        self.screen.line().clear();
    }
}

/// The line, cut to the width of the terminal.
pub(super) fn line(number: usize, total: usize, what: &str, width: usize) -> String {
    let line = format!("[{number}/{total}] {}", crate::output::harmless(what));
    line.chars().filter(|letter| !matches!(letter, '\n' | '\r' | '\t')).take(width.saturating_sub(1)).collect()
}
