//! Debian's Puppet modules as a modulepath: unpacked below `target`, not installed.

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, ensure};

use crate::{apt, shell};

/// Where packages keep modules, each in a directory with the name of its author as prefix.
const FOLDER: &str = "usr/share/puppet/modules.available";

/// Downloads and unpacks missing packages, and returns the modulepath.
fn unpacked(names: &[&str]) -> Result<PathBuf> {
    let root = shell::root().join("target/debian-modules");
    let (packages, modulepath) = (root.join("packages"), root.join("modules"));
    fs::create_dir_all(&packages)?;
    fs::create_dir_all(&modulepath)?;
    let missing: Vec<&str> = names.iter().copied().filter(|name| !packages.join(name).is_dir()).collect();
    if !missing.is_empty() {
        download(&missing, &packages)?;
    }
    for name in names {
        link(&packages.join(name).join(FOLDER), &modulepath)?;
    }
    Ok(modulepath)
}

/// All modules in Debian.
fn all() -> Result<Vec<String>> {
    let known = || shell::capture(&mut shell::command("apt-cache", &["pkgnames", "puppet-module-"]));
    let mut names = known()?;
    if names.is_empty() {
        apt::get(&["update", "-qq"], Path::new("/"))?;
        names = known()?;
    }
    let mut names: Vec<String> = names.lines().map(str::to_owned).collect();
    ensure!(!names.is_empty(), "apt knows no Puppet modules");
    names.sort();
    Ok(names)
}

/// The modulepath with all modules in Debian.
pub fn everything() -> Result<PathBuf> {
    let names = all()?;
    unpacked(&names.iter().map(String::as_str).collect::<Vec<_>>())
}

/// All manifests of Debian's modules, in the order of their paths.
pub fn manifests() -> Result<Vec<PathBuf>> {
    let modulepath = everything()?;
    let (mut waiting, mut manifests) = (Vec::new(), Vec::new());
    for link in fs::read_dir(&modulepath)? {
        waiting.push(fs::canonicalize(link?.path())?);
    }
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let entry = entry?;
            let (path, kind) = (entry.path(), entry.file_type()?);
            if kind.is_dir() {
                waiting.push(path);
            } else if kind.is_file() && is_manifest(&path) {
                manifests.push(path);
            }
        }
    }
    manifests.sort();
    Ok(manifests)
}

fn download(names: &[&str], packages: &Path) -> Result<()> {
    apt::get(&["update", "-qq"], Path::new("/"))?;
    let folder = packages.join("downloaded");
    fs::create_dir_all(&folder)?;
    apt::get(&[&["download", "-qq", "-o", "APT::Sandbox::User=root"], names].concat(), &folder)?;
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name = file.split('_').next().unwrap_or(&file);
        // Unpacked under another name first, so that an interrupted one is not mistaken for a complete one.
        let unfinished = packages.join(format!("{name}.unfinished"));
        let arguments = ["-x".into(), path.clone().into_os_string(), unfinished.clone().into_os_string()];
        let status = Command::new("dpkg-deb").args(arguments).status().context("cannot run dpkg-deb")?;
        ensure!(status.success(), "dpkg-deb could not unpack {name}: {status}");
        fs::rename(&unfinished, packages.join(name))?;
    }
    fs::remove_dir_all(&folder)?;
    Ok(())
}

/// Links the modules of a package under their own names.
fn link(folder: &Path, modulepath: &Path) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("no modules in {}", folder.display()))? {
        let module = entry?.path();
        let folder_name = module.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name = named(&module).unwrap_or(folder_name);
        let own = name.rsplit(['-', '/']).next().unwrap_or(&name);
        let link = modulepath.join(own);
        if !link.exists() {
            symlink(&module, &link).with_context(|| format!("cannot link {}", link.display()))?;
        }
    }
    Ok(())
}

/// The name in the metadata of a module.
fn named(module: &Path) -> Option<String> {
    let text = fs::read_to_string(module.join("metadata.json")).ok()?;
    let metadata: serde_json::Value = serde_json::from_str(&text).ok()?;
    Some(metadata.get("name")?.as_str()?.to_owned())
}

fn is_manifest(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "pp")
}
