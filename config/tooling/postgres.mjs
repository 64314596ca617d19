import { existsSync, readdirSync } from 'node:fs';

const INSTALLED = '/usr/lib/postgresql';

/** Whether Debian's packages put a server here: tests/servers/postgres.ts takes the newest. */
export const isPostgresInstalled =
  existsSync(INSTALLED) &&
  readdirSync(INSTALLED).some((version) => existsSync(`${INSTALLED}/${version}/bin/initdb`));

/** Says once for each test run that nothing is tried in it. */
export function withoutPostgres() {
  if (process.env['JEST_WORKER_ID'] !== undefined) return;
  process.stderr.write(
    'No PostgreSQL was found, so it is not tried as a storage: `make setup-postgres` installs it.\n',
  );
}
