// make promises: writes docs/promises.md from the ledger.
import { writeFileSync } from 'node:fs';
import { promisesPage } from './page.ts';

writeFileSync(new URL('../../docs/promises.md', import.meta.url), promisesPage());
