import { execFileSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { shellWord } from '../../../src/core/kernel/shell-word.ts';

it('is read by a shell as the name that it is', () => {
  const names = [
    'files',
    'My Files',
    "it's",
    '$HOME',
    '`id`',
    '-x',
    'a"b',
    '#a',
    'a;b',
    '*',
    '',
    'notes/2026',
  ];
  for (const name of names)
    expect(execFileSync('sh', ['-c', `printf %s ${shellWord(name)}`], { encoding: 'utf8' })).toBe(name);
  expect([shellWord('my-files.2'), shellWord('My Files')]).toEqual(['my-files.2', "'My Files'"]);
});
