//! The program of a child process, executed without a detour.

use std::{
    ffi::{CString, OsStr, OsString},
    io,
    os::unix::{
        ffi::{OsStrExt as _, OsStringExt as _},
        process::CommandExt as _,
    },
    path::Path,
    process::Command,
};

/// Has a command execute exactly this file, with these arguments (the first is its name) and this environment.
///
/// `std` leaves the last step to `execvp`, which gives a file of an unknown format to `/bin/sh`. Here such a file is the
/// error `ENOEXEC` of [`Command::spawn`]: whether a shell reads it is for the caller to decide. What the command says
/// about its program, arguments and environment has no meaning then; everything else has. Call it after
/// [`isolate`](crate::isolate()): nothing that is to be done before the program begins may come after it.
///
/// # Errors
///
/// A word holds a NUL byte.
pub fn execute_exactly<'w>(
    command: &mut Command,
    program: &Path,
    arguments: impl IntoIterator<Item = &'w OsStr>,
    environment: impl IntoIterator<Item = (OsString, OsString)>,
) -> io::Result<()> {
    let program = CString::new(program.as_os_str().as_bytes())?;
    let arguments = Words::new(arguments.into_iter().map(|argument| argument.as_bytes().to_vec()))?;
    let environment = Words::new(environment.into_iter().map(|(name, value)| {
        let mut variable = name.into_vec();
        variable.push(b'=');
        variable.extend(value.into_vec());
        variable
    }))?;
    let execute = move || {
        // SAFETY: all three end with a NUL or a null pointer and live as long as the closure, which the command owns. The
        // call is async-signal-safe; it returns only if it fails.
        #[expect(unsafe_code, reason = "nix and rustix allocate when they do it")]
        unsafe {
            libc::execve(program.as_ptr(), arguments.as_ptr(), environment.as_ptr());
        }
        Err(io::Error::last_os_error())
    };
    // SAFETY: the closure makes one system call and neither allocates, locks, nor unwinds.
    #[expect(unsafe_code, reason = "there is no safe way to act between fork and exec")]
    unsafe {
        command.pre_exec(execute);
    }
    Ok(())
}

/// Words as the kernel takes them: pointers to texts, the last one null.
struct Words {
    /// Addresses of the texts, as numbers: pointers could not be sent to another thread.
    addresses: Vec<usize>,
    /// Not read again: the addresses lead here, wherever the list itself is moved to.
    _texts: Vec<CString>,
}

impl Words {
    fn new(words: impl Iterator<Item = Vec<u8>>) -> io::Result<Words> {
        let texts = words.map(|word| Ok(CString::new(word)?)).collect::<io::Result<Vec<_>>>()?;
        let addresses = texts.iter().map(|text| text.as_ptr().expose_provenance()).chain([0]).collect();
        Ok(Words { addresses, _texts: texts })
    }

    fn as_ptr(&self) -> *const *const libc::c_char {
        self.addresses.as_ptr().cast()
    }
}
