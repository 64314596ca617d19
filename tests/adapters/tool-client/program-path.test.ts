import { execPath, cwd } from 'node:process';
import { relative, dirname, basename } from 'node:path';
import { expect, it } from '@jest/globals';
import { pathOf } from '../../../src/adapters/out/tool-client/limited-program.ts';

it('the path of a program is absolute, also where its folder or PATH is relative', async () => {
  const folder = relative(cwd(), dirname(execPath));
  const name = basename(execPath);
  expect(await pathOf(`./${name}`, folder)).toBe(execPath);
  expect(await pathOf(name, folder, '.')).toBe(execPath);
});
