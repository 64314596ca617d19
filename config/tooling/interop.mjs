import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Whether the programs of others that speak the tool protocol are installed (`make interop`). */
export const isInteropInstalled = existsSync(
  fileURLToPath(new URL('../../tests/interop/node_modules/.bin/conformance', import.meta.url)),
);

/** Says once for each test run that they are not tried. */
export function withoutInterop() {
  if (process.env['JEST_WORKER_ID'] !== undefined) return;
  process.stderr.write(
    'The conformance suite and the inspector of the tool protocol are not installed, so they are not tried: `make interop` installs and runs them.\n',
  );
}
