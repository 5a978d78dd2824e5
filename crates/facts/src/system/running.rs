//! The machine that the program runs on.

use std::{
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};

use super::{Link, Space, System, netlink};

/// The machine that the program runs on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Running;

impl System for Running {
    fn hardware(&self) -> Option<String> {
        Some(rustix::system::uname().machine().to_string_lossy().into_owned())
    }

    fn user(&self) -> Option<u32> {
        Some(rustix::process::getuid().as_raw())
    }

    fn links(&self) -> Option<Vec<Link>> {
        netlink::links().ok()
    }

    fn space(&self, path: &Path) -> Option<Space> {
        let data = rustix::fs::statvfs(path).ok()?;
        let bytes = |blocks: u64| blocks.saturating_mul(data.f_frsize);
        Some(Space { total: bytes(data.f_blocks), free: bytes(data.f_bfree), available: bytes(data.f_bavail) })
    }

    #[cfg(target_arch = "x86_64")]
    fn hypervisor(&self) -> Option<String> {
        use std::arch::x86_64::__cpuid;

        const FEATURES: u32 = 1;
        const HYPERVISOR_BIT: u32 = 1 << 31;
        const HYPERVISOR: u32 = 0x4000_0000;
        if __cpuid(FEATURES).ecx & HYPERVISOR_BIT == 0 {
            return None;
        }
        let answer = __cpuid(HYPERVISOR);
        let bytes: Vec<u8> = [answer.ebx, answer.ecx, answer.edx].iter().flat_map(|word| word.to_le_bytes()).collect();
        Some(String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_owned())
    }

    fn now(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        i64::try_from(since).unwrap_or(i64::MAX)
    }
}
