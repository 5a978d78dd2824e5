//! A network that can be interrupted: forwards bytes to a server until it is told otherwise.

use std::{
    io::{Read as _, Write as _},
    net::{Shutdown, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    thread,
    time::Duration,
};

use rustix::net::sockopt::set_socket_linger;

/// The behavior of the network.
#[derive(Clone, Copy, PartialEq)]
#[repr(u8)]
pub enum Weather {
    /// Everything is forwarded.
    Fair = 0,
    /// Connections are reset or refused.
    Reset = 1,
    /// Nothing is forwarded, without an error.
    Silent = 2,
}

/// A port that is forwarded to a server.
pub struct Proxy {
    pub port: u16,
    weather: Arc<AtomicU8>,
}

impl Proxy {
    pub fn new(to: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let weather = Arc::new(AtomicU8::new(Weather::Fair as u8));
        let seen = weather.clone();
        thread::spawn(move || {
            for near in listener.incoming().flatten() {
                if seen.load(Ordering::SeqCst) == Weather::Reset as u8 {
                    continue;
                }
                let far = TcpStream::connect(("127.0.0.1", to)).unwrap();
                let (near2, far2, seen2) = (near.try_clone().unwrap(), far.try_clone().unwrap(), seen.clone());
                let seen = seen.clone();
                thread::spawn(move || carry(near2, far2, &seen2));
                thread::spawn(move || carry(far, near, &seen));
            }
        });
        Proxy { port, weather }
    }

    pub fn set(&self, weather: Weather) {
        self.weather.store(weather as u8, Ordering::SeqCst);
    }
}

fn carry(mut from: TcpStream, mut to: TcpStream, weather: &AtomicU8) {
    from.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
    let mut block = [0; 16 << 10];
    loop {
        let is = weather.load(Ordering::SeqCst);
        if is == Weather::Silent as u8 {
            thread::sleep(Duration::from_millis(50));
            continue;
        }
        if is == Weather::Reset as u8 {
            // With a linger time of zero, closing resets the connection.
            for end in [&from, &to] {
                let _ = set_socket_linger(end, Some(Duration::ZERO));
            }
            return;
        }
        match from.read(&mut block) {
            Ok(0) => {
                let _ = to.shutdown(Shutdown::Write);
                return;
            }
            Ok(count) if to.write_all(&block[..count]).is_err() => return,
            Ok(_) => {}
            Err(error) if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) => {}
            Err(_) => return,
        }
    }
}
