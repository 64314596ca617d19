// Builds the page and fails if what the first visit loads is larger than the budget. Areas come later, on demand.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildPage } from './page-build.mjs';

/** Bytes of compressed script. */
const BUDGET = 90_000;

const folder = mkdtempSync(join(tmpdir(), 'svc-page-'));
try {
  for (const [language, scripts] of Object.entries(await buildPage(folder))) {
    const bytes = scripts.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0);
    const says = `page (${language}): ${bytes} of ${BUDGET} bytes of compressed script at the first visit\n`;
    if (scripts.length < 2 || bytes > BUDGET) {
      process.stderr.write(says);
      process.exitCode = 1;
    } else process.stdout.write(says);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
