//! Trusted certificate authorities: those of the system, and configured ones.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use ureq::tls::{Certificate, PemItem, RootCerts, parse_pem};

use crate::HttpError;

/// Where distributions keep their bundle of trusted certificates.
const SYSTEM_BUNDLES: &[&str] = &[
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
];

/// Returns the certificates of the system, or those in the file that `SSL_CERT_FILE` names, and additional ones.
pub(crate) fn roots(others: &[PathBuf]) -> Result<RootCerts, HttpError> {
    let system_bundle = match env::var_os("SSL_CERT_FILE") {
        Some(file) => Some(PathBuf::from(file)),
        None => SYSTEM_BUNDLES.iter().map(PathBuf::from).find(|file| file.is_file()),
    };
    let mut certificates = Vec::new();
    for file in system_bundle.iter().chain(others).filter(|file| file.is_file()) {
        read(file, &mut certificates)?;
    }
    Ok(RootCerts::new_with_certs(&certificates))
}

fn read(file: &Path, certificates: &mut Vec<Certificate<'static>>) -> Result<(), HttpError> {
    let unreadable =
        |reason: String| HttpError(format!("cannot read the certificates in {}: {reason}", file.display()));
    let text = fs::read(file).map_err(|error| unreadable(error.to_string()))?;
    for item in parse_pem(&text) {
        if let PemItem::Certificate(certificate) = item.map_err(|error| unreadable(error.to_string()))? {
            certificates.push(certificate);
        }
    }
    Ok(())
}
