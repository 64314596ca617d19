// `make test` gates each merge, so it tries the same random cases each time and fails only when the code has changed.
// `make test-all`, and a test file that is named on the command line, look for new ones; a failure prints its seed.
import fc from 'fast-check';

if (process.env['TESTS'] !== 'all') fc.configureGlobal({ seed: 1 });
