// A folder that was committed by mistake is noticed by its name.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const KNOWN = [
  '.ci',
  '.dockerignore',
  '.gitignore',
  '.npmrc',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'Dockerfile',
  'Makefile',
  'README.md',
  'bench',
  'config',
  'docker-compose.yml',
  'docs',
  'package-lock.json',
  'package.json',
  'src',
  'tests',
  'tsconfig.json',
];

test('the repository has these entries at its top, and no others', () => {
  const cwd = fileURLToPath(new URL('../../', import.meta.url));
  const files = execFileSync('git', ['ls-files', '-z'], { cwd, encoding: 'utf8' }).split('\0');
  const entries = new Set(files.filter((file) => file !== '').map((file) => file.split('/')[0]));
  expect([...entries].toSorted()).toEqual(KNOWN.toSorted());
});
