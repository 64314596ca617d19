import { OWNER_ID } from '../../doubles/people.ts';
import { EVERYONE } from '../../../src/core/trust/people/model.ts';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatastore, type Datastore } from '../../../src/adapters/out/sqlite/datastore/open.ts';
import { kinds as ofDatastore } from '../../../src/adapters/out/sqlite/datastore/parts.ts';
import { openEngineDatabase, type EngineDatabase } from '../../../src/adapters/out/sqlite/engine/open.ts';
import { kinds as ofEngine } from '../../../src/adapters/out/sqlite/engine/parts.ts';
import { kinds as ofHistory } from '../../../src/adapters/out/sqlite/history/parts.ts';
import { openHistory, type HistoryDatabase } from '../../../src/adapters/out/sqlite/history/open.ts';
import { kinds as ofMemory } from '../../../src/adapters/out/sqlite/memory/parts.ts';
import { openMemory, type MemoryDatabase } from '../../../src/adapters/out/sqlite/memory/open.ts';
import { kinds as ofVault } from '../../../src/adapters/out/sqlite/vault/parts.ts';
import { openVault, type VaultDatabase } from '../../../src/adapters/out/sqlite/vault/open.ts';
import { OneJournal, type Databases } from '../../../src/adapters/out/sqlite/one-journal.ts';
import type { Change } from '../../../src/core/features.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';
import type { Journal } from '../../../src/core/ports/journal.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { aThread } from '../../ports/history-builders.ts';
import { adding, someEntries } from '../../ports/memory-builders.ts';

let gate: WriteGate;
let history: HistoryDatabase;
let memory: MemoryDatabase;
let engine: EngineDatabase;
let datastore: Datastore;
let vault: VaultDatabase;
let journal: Journal<Change>;
let files: readonly string[];
const journals = (): Databases => ({
  history: history.journal,
  memory: memory.journal,
  engine: engine.journal,
  datastore: datastore.journal,
  vault: vault.journal,
});

beforeEach(() => {
  const dir = temporaryDir();
  const at = (name: string) => join(dir, name);
  gate = new WriteGate();
  history = openHistory(at('history.db'), { gate });
  memory = openMemory(at('memory.db'), { gate });
  engine = openEngineDatabase(at('engine.db'), { gate });
  datastore = openDatastore(at('datastore.db'), { gate });
  vault = openVault(at('vault.db'), { gate });
  journal = new OneJournal(journals(), gate);
  files = ['history.db', 'memory.db', 'vault.db'].flatMap((name) => [at(name), at(`${name}-wal`)]);
});
afterEach(async () => {
  await Promise.all([history, memory, engine, datastore, vault].map((one) => one.close()));
});

const bytes = (): readonly string[] =>
  files.map((file) =>
    existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : 'none',
  );

async function ticks(count: number): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) await new Promise((resolve) => setImmediate(resolve));
}

const threadChange = (): Change => ({ change: 'thread.create', thread: aThread() });
const memoryChanges = (version: number, texts: readonly string[]): readonly Change[] => [
  { change: 'namespace.set', personId: OWNER_ID, namespace: 'knowledge', version, tail: '', chars: 1 },
  ...adding(someEntries(texts)),
];
const KEY: Change = {
  change: 'vault.begin',
  key: { keyId: 'one', createdAt: 1, retiredAt: null, wrapped: null },
  salt: Uint8Array.of(1),
};
const threads = async () =>
  (await history.threads.list(EVERYONE, { limit: 10, after: null, includeArchived: true })).items.length;
const entries = async () => (await memory.store.ofPerson(OWNER_ID).read('knowledge')).entries.length;
const MANY = Array.from(
  { length: 2_000 },
  (_, nth) => `many words of entry ${nth}, of which ${nth % 7} are rare`,
);

describe('the single journal', () => {
  it('writes nothing while the gate is closed, and everything that waited afterwards', async () => {
    // Unindexed rows would be written on the writer's own initiative.
    await journal.commit(memoryChanges(0, MANY));
    let waiting: Promise<unknown> | undefined;
    await gate.whileClosed(async () => {
      const before = bytes();
      const searchable = memory.store.ofPerson(OWNER_ID).searchable();
      waiting = Promise.all([
        journal.commit([threadChange()]),
        journal.commit([threadChange()]),
        journal.commit(memoryChanges(1, ['one more'])),
        journal.commit([KEY]),
        searchable,
      ]);
      for (let round = 0; round < 20; round += 1) {
        await ticks(10);
        expect(bytes()).toEqual(before);
      }
    });
    await waiting;
    expect([await threads(), await entries()]).toEqual([2, MANY.length + 1]);
    expect(vault.store.keys()).toHaveLength(1);
    expect((await memory.store.ofPerson(OWNER_ID).statistics([])).entries).toBe(MANY.length + 1);
  });

  it('passes a list for several databases through the gate at once', async () => {
    const seen: string[] = [];
    let closing: Promise<void> | undefined;
    const closes: Databases['history'] = {
      commit: async (changes) => {
        await history.journal.commit(changes);
        closing = gate.whileClosed(async () => void seen.push(`${await threads()} ${await entries()}`));
        await ticks(5);
        seen.push('first is written');
      },
    };
    const over = new OneJournal({ ...journals(), history: closes }, gate);
    await over.commit([threadChange(), ...memoryChanges(0, ['a', 'b'])]);
    await closing;
    expect(seen).toEqual(['first is written', '1 2']);
  });

  it('commits database by database: a refusal keeps the earlier ones, and the later ones are not asked', async () => {
    await expect(journal.commit([...memoryChanges(7, ['a']), threadChange()])).rejects.toMatchObject({
      name: 'JournalConflict',
    });
    expect([await threads(), await entries()]).toEqual([0, 0]);
    await expect(journal.commit([threadChange(), ...memoryChanges(7, ['a'])])).rejects.toMatchObject({
      name: 'JournalConflict',
    });
    expect([await threads(), await entries()]).toEqual([1, 0]);
  });

  it('finds the database of a change by its kind, which no two of them share', () => {
    const kinds = [...ofHistory, ...ofMemory, ...ofEngine, ...ofDatastore, ...ofVault];
    expect(new Set(kinds).size).toBe(kinds.length);
  });
});
