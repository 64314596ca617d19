import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { inventory, type Entry } from '../../../../src/core/instance/data-directory/inventory.ts';

const entries = Object.entries<Entry>(inventory);

test('what lies in a folder goes with it, or stays with it, when all data is erased', () => {
  const folders = entries.filter(
    ([name, { kind }]) => !name.includes('/') && ['folder', 'workspace'].includes(kind),
  );
  for (const [folder, { erased }] of folders)
    for (const [name, below] of entries.filter(([one]) => one.startsWith(`${folder}/`)))
      expect([name, below.erased]).toEqual([name, erased]);
});

test('every owner is a feature, and every exclusion has a written reason', () => {
  const owners = new Set(entries.map(([, { owner }]) => owner));
  const core = fileURLToPath(new URL('../../../../src/core/', import.meta.url));
  const rooms = new Set(
    readdirSync(core, { withFileTypes: true })
      .filter((district) => district.isDirectory())
      .flatMap(({ name }) => readdirSync(join(core, name))),
  );
  const isFeature = (owner: string) => owner === 'main' || rooms.has(owner);
  expect([...owners].filter((owner) => !isFeature(owner))).toEqual([]);
  const bare = entries.filter(([, { backedUp, exported, erased, migrated, secret }]) =>
    [backedUp, exported, erased, migrated, secret].some(
      (answer) => !/^(?:yes|no: \w+ .*|unless backups are kept)$/u.test(answer),
    ),
  );
  expect(bare).toEqual([]);
});
