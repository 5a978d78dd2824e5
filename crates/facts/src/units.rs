//! Sizes, speeds and shares as Facter writes them.

#[cfg(test)]
mod tests;

use pcore::never;

const SIZES: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
const SPEEDS: [&str; 5] = ["Hz", "kHz", "MHz", "GHz", "THz"];

/// Returns a size with its unit: `512 bytes`, `23.54 GiB`.
pub(crate) fn size(bytes: u64) -> String {
    if bytes < 1024 {
        return format!("{bytes} bytes");
    }
    let mut power = (bytes.ilog2() / 10) as usize;
    let unit = 1_u128 << (10 * power);
    // Rounded as one number of hundredths, so that 1023.999 of a unit becomes 1 of the next.
    let mut hundredths = (u128::from(bytes) * 200 / unit).div_ceil(2);
    if hundredths == 102_400 {
        hundredths = 100;
        power += 1;
    }
    let name = SIZES.get(power - 1).copied().unwrap_or_else(|| never!("a size has 64 bits", "EiB"));
    format!("{}.{:02} {name}", hundredths / 100, hundredths % 100)
}

/// Returns a speed with its unit: `2.60 GHz`; nothing for none.
pub(crate) fn speed(hertz: u64) -> Option<String> {
    if hertz == 0 {
        return None;
    }
    let thousands = (hertz.ilog10() / 3).min(4);
    let name = SPEEDS.get(thousands as usize)?;
    #[expect(clippy::cast_precision_loss, reason = "two digits are shown")]
    let value = hertz as f64 / 1000_f64.powi(i32::try_from(thousands).ok()?);
    Some(format!("{value:.2} {name}"))
}

/// Returns how much of something is used, in per cent with two digits.
pub(crate) fn share(used: u64, total: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "two digits are shown")]
    let share = used as f64 / total as f64 * 100.0;
    format!("{share:.2}%")
}

/// Returns how full a file system is, for which nothing and everything are written without digits.
pub(crate) fn fullness(used: u64, total: u64) -> String {
    match used {
        full if full == total => String::from("100%"),
        0 => String::from("0%"),
        _ => share(used, total),
    }
}
