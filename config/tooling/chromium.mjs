import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const folders = (process.env['PATH'] ?? '').split(delimiter);

/** The Chromium of this machine, or null. SVC_CHROMIUM names another one. */
export const chromium =
  [
    process.env['SVC_CHROMIUM'] ?? '',
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
  ].find((path) => path !== '' && isProgram(path)) ?? null;

/** Says once for each test run that the page is not tried in a browser. */
export function withoutChromium() {
  if (process.env['JEST_WORKER_ID'] !== undefined) return;
  process.stderr.write(
    'No Chromium was found, so the page is not tried in a browser: `make setup-page` installs it.\n',
  );
}
