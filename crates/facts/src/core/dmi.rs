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

/// What the firmware says; a field is missing where it says nothing, or nothing that this user may read.
#[derive(Debug, Default)]
pub(crate) struct Dmi {
    bios_date: Option<String>,
    pub(super) bios_vendor: Option<String>,
    bios_version: Option<String>,
    board_asset_tag: Option<String>,
    board_name: Option<String>,
    board_serial: Option<String>,
    board_vendor: Option<String>,
    pub(super) chassis_asset_tag: Option<String>,
    chassis_type: Option<String>,
    pub(super) manufacturer: Option<String>,
    pub(super) product_name: Option<String>,
    product_serial: Option<String>,
    product_uuid: Option<String>,
}

impl Dmi {
    pub(super) fn read(root: &Root) -> Dmi {
        if !root.is_directory("/sys/class/dmi") {
            return Dmi::default();
        }
        let read = |name: &str| root.word(format!("/sys/class/dmi/id/{name}"));
        Dmi {
            bios_date: read("bios_date"),
            bios_vendor: read("bios_vendor"),
            bios_version: read("bios_version"),
            board_asset_tag: read("board_asset_tag"),
            board_name: read("board_name"),
            board_serial: read("board_serial"),
            board_vendor: read("board_vendor"),
            chassis_asset_tag: read("chassis_asset_tag"),
            chassis_type: read("chassis_type"),
            manufacturer: read("sys_vendor"),
            product_name: read("product_name"),
            product_serial: read("product_serial"),
            product_uuid: read("product_uuid"),
        }
    }

    pub(super) fn fact(&self) -> Option<Value> {
        let text = |field: &Option<String>| text(field.as_deref());
        record([
            (
                "bios",
                record([
                    ("release_date", text(&self.bios_date)),
                    ("vendor", text(&self.bios_vendor)),
                    ("version", text(&self.bios_version)),
                ]),
            ),
            (
                "board",
                record([
                    ("asset_tag", text(&self.board_asset_tag)),
                    ("manufacturer", text(&self.board_vendor)),
                    ("product", text(&self.board_name)),
                    ("serial_number", text(&self.board_serial)),
                ]),
            ),
            (
                "chassis",
                record([("asset_tag", text(&self.chassis_asset_tag)), ("type", self.chassis().map(Value::from))]),
            ),
            ("manufacturer", text(&self.manufacturer)),
            (
                "product",
                record([
                    ("name", text(&self.product_name)),
                    ("serial_number", text(&self.product_serial)),
                    ("uuid", text(&self.product_uuid)),
                ]),
            ),
        ])
    }

    /// The kind of the case, which has a number.
    fn chassis(&self) -> Option<&'static str> {
        let number: usize = self.chassis_type.as_ref()?.parse().ok()?;
        CHASSIS.get(number.checked_sub(1)?).copied().filter(|name| !name.is_empty())
    }
}
