//! `dmi`: what the firmware says about the machine.

use pcore::Value;

use crate::{
    record::{record, text},
    root::Root,
};

const CHASSIS: [&str; 32] = [
    "Other",
    "",
    "Desktop",
    "Low Profile Desktop",
    "Pizza Box",
    "Mini Tower",
    "Tower",
    "Portable",
    "Laptop",
    "Notebook",
    "Hand Held",
    "Docking Station",
    "All in One",
    "Sub Notebook",
    "Space-Saving",
    "Lunch Box",
    "Main System Chassis",
    "Expansion Chassis",
    "SubChassis",
    "Bus Expansion Chassis",
    "Peripheral Chassis",
    "Storage Chassis",
    "Rack Mount Chassis",
    "Sealed-Case PC",
    "Multi-system",
    "CompactPCI",
    "AdvancedTCA",
    "Blade",
    "Blade Enclosure",
    "Tablet",
    "Convertible",
    "Detachable",
];

/// What the firmware says: the directory with a file for each field, if the machine has firmware that says anything.
pub(crate) struct Dmi<'r>(Option<&'r Root>);

impl Dmi<'_> {
    pub(super) fn of(root: &Root) -> Dmi<'_> {
        Dmi(Some(root).filter(|root| root.is_directory("/sys/class/dmi")))
    }

    /// A field; it is missing where the firmware says nothing, or nothing that this user may read.
    pub(super) fn get(&self, name: &str) -> Option<String> {
        self.0?.word(format!("/sys/class/dmi/id/{name}"))
    }

    pub(super) fn fact(&self) -> Option<Value> {
        let read = |name: &str| text(self.get(name));
        let bios = record([
            ("release_date", read("bios_date")),
            ("vendor", read("bios_vendor")),
            ("version", read("bios_version")),
        ]);
        let board = record([
            ("asset_tag", read("board_asset_tag")),
            ("manufacturer", read("board_vendor")),
            ("product", read("board_name")),
            ("serial_number", read("board_serial")),
        ]);
        let chassis = record([("asset_tag", read("chassis_asset_tag")), ("type", text(self.chassis()))]);
        let product = record([
            ("name", read("product_name")),
            ("serial_number", read("product_serial")),
            ("uuid", read("product_uuid")),
        ]);
        record([
            ("bios", bios),
            ("board", board),
            ("chassis", chassis),
            ("manufacturer", read("sys_vendor")),
            ("product", product),
        ])
    }

    /// The kind of the case, which has a number.
    fn chassis(&self) -> Option<&'static str> {
        let number: usize = self.get("chassis_type")?.parse().ok()?;
        CHASSIS.get(number.checked_sub(1)?).copied().filter(|name| !name.is_empty())
    }
}
