//! Executes the program of a child process directly.

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

/// Makes a command execute exactly this file, with these arguments (the first one is its name) and this environment.
///
/// `std` uses `execvp`, which passes a file of an unknown format to `/bin/sh`. Here such a file is an `ENOEXEC` error
/// of [`Command::spawn`], so that the caller can decide whether to run a shell. The program, arguments and environment
/// of the command itself are ignored; everything else applies. Call this after [`isolate`](crate::isolate()), because
/// it must be the last step before the program starts.
///
/// # Errors
///
/// An argument or a variable contains a NUL byte.
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

/// A null-terminated array of C strings, as the kernel expects it.
struct Words {
    /// The addresses of the strings as integers, because pointers are not `Send`.
    addresses: Vec<usize>,
    /// Owns the strings. Moving this list does not move them.
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
