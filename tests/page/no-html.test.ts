import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const folder = fileURLToPath(new URL('../../src/page/', import.meta.url));
const sources = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/u.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));

it('makes HTML of text nowhere but in the frame of an artifact', () => {
  expect(sources.length).toBeGreaterThan(30);
  const ways =
    /innerHTML|outerHTML|insertAdjacentHTML|srcdoc|document\.write|\beval\b|new Function|createContextualFragment/u;
  const found = sources.filter((path) => ways.test(readFileSync(path, 'utf8')));
  // A frame without an origin, scripts, links and network: see closed-off.ts.
  expect(found.map((path) => relative(folder, path))).toEqual(['artifacts/frame.tsx']);
});

it('has a policy for text that becomes HTML, and one for the address of its worker', () => {
  const found = sources.filter((path) => readFileSync(path, 'utf8').includes('createPolicy'));
  expect(found.map((path) => relative(folder, path)).toSorted()).toEqual([
    'artifacts/frame.tsx',
    'offline/registration.ts',
  ]);
  const registration = readFileSync(join(folder, 'offline/registration.ts'), 'utf8');
  expect(registration).toContain(
    "const WORKER = '/worker.js';\nconst rules: Rules = { createScriptURL: () => WORKER };",
  );
  expect(registration).not.toContain('createHTML');
});
