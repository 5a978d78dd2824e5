//! `disks`: block devices that are devices, with their sizes and makers.

use pcore::Value;

use super::udev::Properties;
use crate::{
    record::{number, record, text},
    root::Root,
    units,
};

pub(super) fn fact(root: &Root) -> Option<Value> {
    let names = root.names("/sys/block").into_iter();
    let disks = names.filter(|name| root.exists(format!("/sys/block/{name}/device")));
    let disks = disks.filter_map(|name| Some((Value::from(name.as_str()), disk(root, &name)?)));
    let disks: Vec<(Value, Value)> = disks.collect();
    (!disks.is_empty()).then(|| Value::hash(disks))
}

fn disk(root: &Root, name: &str) -> Option<Value> {
    let directory = format!("/sys/block/{name}");
    let read = |file: &str| root.word(format!("{directory}/{file}"));
    let size = read("size").map(|sectors| sectors.parse::<u64>().unwrap_or_default().saturating_mul(512));
    let kind = read("queue/rotational").map(|rotational| if rotational == "0" { "ssd" } else { "hdd" });
    let properties = Properties::read(root, &directory);
    let serial = properties.get("ID_SCSI_SERIAL").or_else(|| properties.get("ID_SERIAL_SHORT"));
    let serial = serial.or_else(|| read("device/serial"));
    let wwn = properties.get("ID_WWN_WITH_EXTENSION").or_else(|| properties.get("ID_WWN"));
    record([
        ("model", text(read("device/model"))),
        ("serial", text(serial)),
        ("size", text(size.map(units::size))),
        ("size_bytes", size.map(number)),
        ("type", text(kind)),
        ("vendor", text(read("device/vendor"))),
        ("wwn", text(wwn)),
    ])
}
