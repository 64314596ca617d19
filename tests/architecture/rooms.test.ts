// What a room of the core is for stands in the room, at the top of one of its files. ARCHITECTURE.md does not repeat it.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const core = fileURLToPath(new URL('../../src/core/', import.meta.url));
const files = readdirSync(core, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && name.includes('/'));
const rooms = [...new Set(files.map((name) => name.slice(0, name.lastIndexOf('/'))))];

const says = (room: string): readonly string[] =>
  files.filter(
    (name) =>
      name.slice(0, name.lastIndexOf('/')) === room &&
      /^\/\/ Room: \w/u.test(readFileSync(core + name, 'utf8')),
  );

test('one file of each room begins with what the room is for (`// Room: …`)', () => {
  expect(rooms.length).toBeGreaterThan(50);
  expect(rooms.filter((room) => says(room).length !== 1)).toEqual([]);
});
