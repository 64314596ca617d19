import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { reasonNotToServe } from '../../../src/adapters/out/files/start-folder.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';

const HOME = '/home/someone';

test.each(['/proc', '/proc/self', '/sys', '/sys/kernel', '/dev', '/etc', '/etc/ssl', '/run', '/var/run'])(
  'nothing is read out of %s',
  (root) => {
    expect(reasonNotToServe(root, HOME)).toBe('it holds files of the system');
  },
);

test('nothing is read out of the root of the disk, nor of a folder that holds the home of the user', () => {
  const place = temporaryDir();
  const home = join(place, 'people', 'ada');
  mkdirSync(join(home, 'project'), { recursive: true });
  expect(reasonNotToServe('/', home)).toBe('it is the root of the disk');
  for (const root of [home, join(place, 'people'), place])
    expect([root, reasonNotToServe(root, home)]).toEqual([root, 'it holds the home of this user']);
  for (const root of [join(home, 'project'), temporaryDir()])
    expect([root, reasonNotToServe(root, home)]).toEqual([root, null]);
});

test('a link to such a folder is such a folder, and one that is not there is not served', () => {
  const place = temporaryDir();
  symlinkSync('/etc', join(place, 'project'));
  expect(reasonNotToServe(join(place, 'project'), HOME)).toBe('it holds files of the system');
  symlinkSync('/', join(place, 'all'));
  expect(reasonNotToServe(join(place, 'all'), HOME)).toBe('it is the root of the disk');
  expect(reasonNotToServe(join(place, 'gone'), HOME)).toBe('it cannot be looked at: ENOENT');
});
