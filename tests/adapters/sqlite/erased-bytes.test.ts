import { OWNER_ID } from '../../doubles/people.ts';
// What was erased from the graph is in no byte of its files.
import { expect } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { openEngineDatabase } from '../../../src/adapters/out/sqlite/engine/open.ts';
import { fromOwner } from '../../../src/core/knowledge/memory/model.ts';
import { verifies } from '../../spec/verifies.ts';
import { closeWorld, mergesOver, worldOfMerges } from '../../harness/merges.ts';

const WORDS = ['zyxwvut', 'qponmlk', 'Zyxwvut', 'Qponmlk', 'zyxw', 'zyx', 'qpon', 'qpo'];

verifies('kg.erased', 'after an erasure, the name is in no byte of engine.db and its log', async () => {
  const world = worldOfMerges();
  const file = join(world.dataDir, 'engine.db');
  const engine = openEngineDatabase(file, { owner: { id: OWNER_ID } });
  const { graph } = mergesOver({ ...world, engine });
  for (let nth = 0; nth < 30; nth++)
    await graph.save({ kind: 'person', name: `Person ${nth} Anna`, isNew: true }, fromOwner);
  const { entityId } = await graph.save(
    {
      kind: 'person',
      name: 'Zyxwvut Qponmlk',
      aliases: ['Zyxwvuta Mary'],
      detail: { email: 'zyxwvut@qponmlk.example', notes: 'About Zyxwvut' },
    },
    fromOwner,
  );
  await graph.save({ entityId, detail: { notes: 'Qponmlk moved' } }, fromOwner);
  for (let nth = 0; nth < 30; nth++)
    await graph.save({ kind: 'person', name: `Other ${nth} Bert`, isNew: true }, fromOwner);
  const found = () =>
    [file, `${file}-wal`].flatMap((one) => {
      const bytes = existsSync(one) ? readFileSync(one).toString('latin1') : '';
      return WORDS.filter((word) => bytes.includes(word)).map((word) => `${one.slice(-9)} ${word}`);
    });
  expect(found().length).toBeGreaterThan(0);
  await graph.erase(entityId);
  await engine.close();
  expect(found()).toEqual([]);
  await closeWorld(world);
});

verifies('kg.erased', 'however many were erased, names are found, and more can be erased', async () => {
  const world = worldOfMerges();
  const file = join(world.dataDir, 'engine.db');
  const engine = openEngineDatabase(file, { owner: { id: OWNER_ID } });
  const { graph } = mergesOver({ ...world, engine });
  await graph.save({ kind: 'person', name: 'Anna Weber' }, fromOwner);
  const levels = () => {
    const raw = new Sqlite(file, { readonly: true });
    const [block] = raw.prepare('SELECT block FROM name_words_data WHERE id = 10').pluck().all() as [Buffer];
    raw.close();
    // After the cookie and the mark of the format (FTS5).
    return block.readUInt8(8);
  };
  const ids: string[] = [];
  for (let nth = 0; nth < 75; nth++)
    ids.push((await graph.save({ kind: 'person', name: `Person ${nth}`, isNew: true }, fromOwner)).entityId);
  for (const id of ids) await graph.erase(id);
  // SQLite calls an index of more than 2,000 levels corrupt.
  expect(levels()).toBeLessThan(66);
  expect((await graph.find('anna', null, 5)).map(({ entity }) => entity.name)).toEqual(['Anna Weber']);
  await engine.close();
  await closeWorld(world);
});
