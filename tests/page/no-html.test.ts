import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const folder = fileURLToPath(new URL('../../src/page/', import.meta.url));
const sources = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/u.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));

it('makes HTML of text nowhere', () => {
  expect(sources.length).toBeGreaterThan(30);
  const ways =
    /innerHTML|outerHTML|insertAdjacentHTML|srcdoc|document\.write|\beval\b|new Function|createContextualFragment/u;
  expect(sources.filter((path) => ways.test(readFileSync(path, 'utf8')))).toEqual([]);
});
