// Which rooms still say why they refuse something as an English sentence, and not as facts. A room that has moved does not go
// back, and the list only gets shorter.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const src = fileURLToPath(new URL('../../src/', import.meta.url));

const IN_TEXT: readonly string[] = [
  'core/execution/providers/errors.ts',
  'core/execution/runs/errors.ts',
  'core/execution/tool-runs/errors.ts',
  'core/execution/tool-servers/errors.ts',
  'core/instance/config/errors.ts',
  'core/instance/models/errors.ts',
  'core/keeping/export/errors.ts',
  'core/outside/api-store/errors.ts',
  'core/workspace/cloud-files/errors.ts',
];

test('no other room refuses in text', () => {
  const found = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && /\brefusalsInText\(/u.test(readFileSync(src + name, 'utf8')));
  expect(found.toSorted()).toEqual(IN_TEXT);
});
