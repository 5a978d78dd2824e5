//! The authorities whose certificates are trusted: those of the machine, and others that somebody names.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use ureq::tls::{Certificate, PemItem, RootCerts, parse_pem};

use crate::HttpError;

/// Where distributions keep what they trust, in one file.
const OF_THE_MACHINE: &[&str] = &[
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
];

/// The certificates of the machine, those that the variable `SSL_CERT_FILE` names instead, and these.
pub(crate) fn roots(others: &[PathBuf]) -> Result<RootCerts, HttpError> {
    let of_the_machine = match env::var_os("SSL_CERT_FILE") {
        Some(file) => Some(PathBuf::from(file)),
        None => OF_THE_MACHINE.iter().map(PathBuf::from).find(|file| file.is_file()),
    };
    let mut certificates = Vec::new();
    for file in of_the_machine.iter().chain(others).filter(|file| file.is_file()) {
        read(file, &mut certificates)?;
    }
    Ok(RootCerts::new_with_certs(&certificates))
}

fn read(file: &Path, certificates: &mut Vec<Certificate<'static>>) -> Result<(), HttpError> {
    let unreadable = |reason: String| HttpError::Certificates { path: file.to_owned(), reason };
    let text = fs::read(file).map_err(|error| unreadable(error.to_string()))?;
    for item in parse_pem(&text) {
        if let PemItem::Certificate(certificate) = item.map_err(|error| unreadable(error.to_string()))? {
            certificates.push(certificate);
        }
    }
    Ok(())
}
