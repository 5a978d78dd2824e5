//! `cargo xtask models`: updates the migrated part of the types in `conformance/models` from Debian's modules.

use std::{collections::BTreeSet, fs};

use anyhow::{Context as _, Result, ensure};
use clap::Args;

use crate::{modules, shell};

/// The types that are migrated, as `MODULE/TYPE`: each kind of thing that types in Ruby say is in one of them.
const TYPES: &[&str] = &[
    "alternatives/alternatives",
    "apt/apt_key",
    "archive/archive",
    "augeas_core/augeas",
    "cinder/cinder_type",
    "concat/concat_file",
    "concat/concat_fragment",
    "corosync/cs_clone",
    "corosync/cs_order",
    "firewall/firewallchain",
    "gitolite/gitremote",
    "inifile/ini_setting",
    "inifile/ini_subsetting",
    "keystone/keystone_identity_provider",
    "keystone/keystone_user",
    "mailalias_core/mailalias",
    "mongodb/mongodb_user",
    "mount_core/mount",
    "murano/murano_application",
    "neutron/neutron_network",
    "neutron/neutron_security_group",
    "neutron/neutron_subnet",
    "nova/nova_aggregate",
    "nova/nova_config",
    "nova/nova_flavor",
    "nova/nova_service",
    "openssl/x509_cert",
    "posix_acl/posix_acl",
    "postgresql/postgresql_psql",
    "rabbitmq/rabbitmq_exchange",
    "rabbitmq/rabbitmq_user",
    "sahara/sahara_node_group_template",
    "selinux_core/selboolean",
    "selinux_core/selmodule",
    "sshkeys_core/ssh_authorized_key",
    "stdlib/file_line",
    "vcsrepo/vcsrepo",
    "vswitch/vs_port",
    "vswitch/vs_ssl",
    "wait_for/wait_for",
];

/// What the first line of a migrated file begins with.
const MARK: &str = "# Migrated from ";

#[derive(Args)]
pub struct Models {}

impl Models {
    pub fn run(&self) -> Result<()> {
        let modulepath = modules::everything()?;
        let made = shell::root().join("target/models");
        if made.exists() {
            fs::remove_dir_all(&made)?;
        }
        let folder = shell::root().join("conformance/models");
        let names: BTreeSet<String> = TYPES.iter().map(|name| format!("{}.pp", last(name))).collect();
        ensure!(names.len() == TYPES.len(), "a type is named twice");
        // Files that were written by hand are never replaced.
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if text.starts_with(MARK) {
                fs::remove_file(&path)?;
            } else {
                ensure!(!names.contains(&name), "{name} is written by hand");
            }
        }
        // Descriptions are copyrighted by their authors.
        let manifest = shell::root().join("Cargo.toml");
        let mut command = shell::command("cargo", &["run", "--quiet", "--package", "cli", "--bin", "bunraku"]);
        command.arg("--manifest-path").arg(manifest).args(["--", "model", "migrate", "--no-descriptions", "--output"]);
        command.arg(&made).current_dir(&modulepath);
        for name in TYPES {
            let (module, name) = name.split_once('/').unwrap_or((name, name));
            command.arg(format!("{module}/lib/puppet/type/{name}.rb"));
        }
        shell::capture(&mut command)?;
        for name in &names {
            let target = folder.join(name);
            fs::copy(made.join("types").join(name), &target).with_context(|| format!("{name} was not made"))?;
        }
        eprintln!("{} types are in {}", names.len(), folder.display());
        Ok(())
    }
}

fn last(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}
