Function::typed(
        "twice",
        "Returns a number, doubled",
        &[Signature::new(&["Integer[-1000, 1000] number"], |call| {
            Ok(Value::Integer(call.argument(0).as_integer().unwrap_or_default() * 2))
        })],
        &[("twice(21)", "42")],
    ),
