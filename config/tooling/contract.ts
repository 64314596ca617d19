// Writes everything that is generated from the contract and from the table of config keys;
// tests/core/contract/{document,routes}.test.ts and tests/core/instance/config/keys.test.ts fail if it is outdated.
import { readFileSync, writeFileSync } from 'node:fs';
import { configSchemaDocument, withConfigTable } from '../../src/contract/config-document.ts';
import { describedApi, httpRows } from '../../src/contract/http/rows.ts';
import { sectionSchemas } from '../../src/adapters/out/sqlite/export/schema.ts';
import { documentSchema } from '../../src/core/keeping/export/schema.ts';
import { openApi } from '../../src/contract/openapi.ts';
import { pageRoutes } from './page-routes.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const write = (path: string, text: string): void => writeFileSync(new URL(path, root), text);
const writeJson = (path: string, value: unknown): void => write(path, `${JSON.stringify(value, null, 2)}\n`);

const { version } = JSON.parse(read('package.json')) as { version: string };
writeJson('config/openapi.json', openApi(describedApi(), version));
writeJson('config/export.schema.json', documentSchema(sectionSchemas()));
writeJson('config/config.schema.json', configSchemaDocument());
write('docs/settings.md', withConfigTable(read('docs/settings.md')));
write('src/page/engine/routes.ts', pageRoutes(httpRows));
