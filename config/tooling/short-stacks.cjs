// jest has every error carry 100 calls, and tests make errors in their thousands: a third of them tell as much.
Error.stackTraceLimit = 30;
