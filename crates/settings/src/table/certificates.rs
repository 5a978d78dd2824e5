//! Certificates, keys, and who signs them.

use super::{Default, MachinePath, Setting, boolean, duration, integer, path, setting, text, time_to_live, unset};
use crate::kind::Kind;

/// Sorted by name.
pub(super) const SETTINGS: &[Setting] = &[
    boolean("allow_duplicate_certs", false, "Whether a request may replace an existing certificate"),
    setting(
        "autosign",
        Kind::Autosign,
        Default::Text("$confdir/autosign.conf"),
        "Whether to sign requests at once, or a file or command that decides",
    ),
    unset("ca_fingerprint", Kind::Text, "The expected fingerprint of the authority's certificate"),
    text("ca_name", "Puppet CA: $certname", "The name of the authority"),
    duration("ca_ttl", "5y", "How long certificates are valid"),
    path("cacert", "$cadir/ca_crt.pem", "The certificate of the authority"),
    path("cacrl", "$cadir/ca_crl.pem", "The revocation list of the authority"),
    setting("cadir", Kind::Path, Default::Machine(MachinePath::Authority), "The main directory of the authority"),
    path("cakey", "$cadir/ca_key.pem", "The private key of the authority"),
    path("capub", "$cadir/ca_pub.pem", "The public key of the authority"),
    path("cert_inventory", "$cadir/inventory.txt", "The file that lists all signed certificates"),
    path("certdir", "$ssldir/certs", "The directory of certificates"),
    setting(
        "certificate_revocation",
        Kind::Revocation,
        Default::Text("chain"),
        "Which certificates to check for revocation: chain, leaf, or false",
    ),
    setting("certname", Kind::Certname, Default::Certname, "The name of this machine in its certificate"),
    text("ciphers", CIPHERS, "The ciphers that connections may use"),
    unset("crl_refresh_interval", Kind::Duration, "How often to download the revocation list"),
    path("csr_attributes", "$confdir/csr_attributes.yaml", "Additional attributes of the certificate request"),
    path("csrdir", "$cadir/requests", "Where the authority stores requests"),
    text("dns_alt_names", "", "Additional names in this machine's certificate, separated by commas"),
    path("hostcert", "$certdir/$certname.pem", "The certificate of this machine"),
    path("hostcrl", "$ssldir/crl.pem", "The revocation list of this machine"),
    path("hostcsr", "$requestdir/$certname.pem", "The certificate request of this machine"),
    path("hostprivkey", "$privatekeydir/$certname.pem", "The private key of this machine"),
    path("hostpubkey", "$publickeydir/$certname.pem", "The public key of this machine"),
    setting("key_type", Kind::Choice(&["rsa", "ec"]), Default::Text("rsa"), "The kind of new private keys"),
    integer("keylength", "4096", "The number of bits of new RSA keys"),
    path("localcacert", "$certdir/ca.pem", "The authorities' certificates that this machine trusts"),
    time_to_live("maxwaitforcert", "unlimited", "How long to wait at most for a certificate"),
    text("named_curve", "prime256v1", "The curve of new elliptic keys"),
    path("passfile", "$privatedir/password", "The file with the passphrase of the private key"),
    path("privatedir", "$ssldir/private", "The directory of files that no one else may read"),
    path("privatekeydir", "$ssldir/private_keys", "The directory of private keys"),
    path("publickeydir", "$ssldir/public_keys", "The directory of public keys"),
    path("requestdir", "$ssldir/certificate_requests", "The directory of certificate requests"),
    path("serial", "$cadir/serial", "The file with the next serial number"),
    path("signeddir", "$cadir/signed", "Where the authority stores certificates"),
    text("ssl_client_header", "HTTP_X_CLIENT_DN", "The header in which a proxy passes the name of the client"),
    text(
        "ssl_client_verify_header",
        "HTTP_X_CLIENT_VERIFY",
        "The header with a proxy's verdict on the client's certificate",
    ),
    text("ssl_lockfile", "$ssldir/ssl.lock", "The file that exists while certificates are being fetched"),
    unset("ssl_trust_store", Kind::Path, "Additional certificates to trust next to the system's"),
    setting("ssldir", Kind::Path, Default::Machine(MachinePath::Certificates), "The main directory of certificates"),
    path("trusted_oid_mapping_file", "$confdir/custom_trusted_oid_mapping.yaml", "Names of certificate extensions"),
    duration("waitforcert", "2m", "How often to ask for a certificate that is not yet signed"),
];

/// In the order of preference.
const CIPHERS: &str = "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:\
    ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305:\
    DHE-RSA-AES128-GCM-SHA256:DHE-RSA-AES256-GCM-SHA384:DHE-RSA-CHACHA20-POLY1305:ECDHE-ECDSA-AES128-SHA256:\
    ECDHE-RSA-AES128-SHA256:ECDHE-ECDSA-AES128-SHA:ECDHE-RSA-AES128-SHA:ECDHE-ECDSA-AES256-SHA384:\
    ECDHE-RSA-AES256-SHA384:ECDHE-ECDSA-AES256-SHA:ECDHE-RSA-AES256-SHA:DHE-RSA-AES128-SHA256:\
    DHE-RSA-AES256-SHA256:AES128-GCM-SHA256:AES256-GCM-SHA384:AES128-SHA256:AES256-SHA256";
