//! One line that says how far a run is, for people at a terminal.

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

/// How often the line is written anew, and how long a run may take before somebody wants to see it.
const PACE: Duration = Duration::from_millis(150);

/// What brings a terminal back to the beginning of an empty line.
const CLEAR: &str = "\r\u{1b}[K";

/// The line at the bottom of a terminal.
#[derive(Default)]
pub(super) struct Progress {
    latest: Option<Latest>,
    is_shown: bool,
}

/// What has its turn.
#[derive(Default)]
struct Latest {
    number: usize,
    total: usize,
    what: String,
    is_new: bool,
}

impl Progress {
    /// Takes note of how far the run is; the line is written when it is time.
    pub(super) fn note(&mut self, number: usize, total: usize, what: &str) {
        let latest = self.latest.get_or_insert_default();
        (latest.number, latest.total, latest.is_new) = (number, total, true);
        latest.what.clear();
        latest.what.push_str(what);
    }

    /// Writes the line, unless it stands there already.
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

    /// Makes room for something else.
    pub(super) fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            let mut stderr = io::stderr().lock();
            let _ = write!(stderr, "{CLEAR}").and_then(|()| stderr.flush());
        }
    }
}

/// Writes the line of a screen from time to time, until it is dropped. Whatever is slow is then named while it is slow.
pub(crate) struct Watch {
    screen: Arc<Screen>,
    end: Option<mpsc::Sender<()>>,
    drawing: Option<JoinHandle<()>>,
}

impl Watch {
    pub(super) fn new(screen: &Arc<Screen>) -> Watch {
        let (end, ended) = mpsc::channel::<()>();
        let drawn = screen.clone();
        let draw = move || {
            while ended.recv_timeout(PACE) == Err(RecvTimeoutError::Timeout) {
                drawn.line().show();
            }
        };
        // Where no thread can be had, there is no line of progress.
        let drawing = thread::Builder::new().name("progress".to_owned()).spawn(draw).ok();
        Watch { screen: screen.clone(), end: Some(end), drawing }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(drawing) = self.drawing.take() {
            let _ = drawing.join();
        }
        self.screen.line().clear();
    }
}

/// The line, cut to the width of the terminal.
pub(super) fn line(number: usize, total: usize, what: &str, width: usize) -> String {
    let line = format!("[{number}/{total}] {}", crate::output::harmless(what));
    line.chars().filter(|letter| !matches!(letter, '\n' | '\r' | '\t')).take(width.saturating_sub(1)).collect()
}
