//! Any text is a catalog or an error. A catalog can be written and read back, and has an index and an order or an error.

use catalog::{Catalog, CatalogIndex, Difference, Secrets};
use pcore::NoNames;

fuzz_target!(|text: &str| {
    if let Ok(catalog) = Catalog::from_json(text, &NoNames) {
        let _ = CatalogIndex::new(&catalog);
        assert!(Difference::between(&catalog, &catalog).is_empty());
        if let Ok(written) = catalog.to_json(Secrets::Written) {
            let _ = Catalog::from_json(&written, &NoNames);
        }
        let _ = catalog.to_json_pretty(Secrets::Written);
    }
});
