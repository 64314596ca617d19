// Writes what is generated from the contract; tests/contract/document.test.ts notices when it was forgotten.
import { readFileSync, writeFileSync } from 'node:fs';
import { httpRows } from '../../src/contract/http/rows.ts';
import { openApi } from '../../src/contract/openapi.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const file = new URL('../openapi.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(openApi(httpRows, version), null, 2)}\n`);
