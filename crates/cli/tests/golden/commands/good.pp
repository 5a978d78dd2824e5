notify{"a":}
