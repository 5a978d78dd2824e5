# Nothing that the type needs.
