import { OWNER_ID } from '../../doubles/people.ts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { memoryOver, openMemory, type MemoryDatabase } from '../../../src/adapters/out/sqlite/memory/open.ts';
import { openDatabase, openReader, type OpenDatabase } from '../../../src/adapters/out/sqlite/open.ts';
import { migrations } from '../../../src/adapters/out/sqlite/memory/parts.ts';
import { migrate } from '../../../src/adapters/out/sqlite/migrate.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';
import { packed, unpacked } from '../../../src/adapters/out/sql/memory/rows.ts';
import { entryId } from '../../../src/core/kernel/ids.ts';
import { adding, anEntry, anywhere, asking, commitTo, someEntries } from '../../ports/memory-builders.ts';
import { memoryStoreContract, type OpenedMemory } from '../../ports/memory-store.contract.ts';
import { verifies } from '../../spec/verifies.ts';
import { newFile } from './database-files.ts';

const owner = { id: OWNER_ID };

memoryStoreContract('sqlite', async (): Promise<OpenedMemory> => {
  const file = newFile();
  let memory = openMemory(file, { owner });
  return {
    journal: memory.journal,
    store: memory.store,
    reopen: async () => {
      await memory.close();
      memory = openMemory(file, { owner });
      return memory;
    },
    close: () => memory.close(),
  };
});

describe('memory.db', () => {
  let memory: MemoryDatabase | undefined;
  afterEach(async () => {
    await memory?.close();
    memory = undefined;
  });

  /** A store whose writer the test can keep from growing the file. */
  async function onASmallDisk(): Promise<OpenDatabase<object>> {
    const file = newFile();
    await openMemory(file, { owner }).close();
    const writer = openDatabase<object>(file);
    memory = memoryOver(writer, openReader(file), new WriteGate(), owner);
    return writer;
  }

  const opened = (): MemoryDatabase => {
    if (!memory) throw new Error('it was opened');
    return memory;
  };

  const many = (word: string, count = 4_000) =>
    someEntries(Array.from({ length: count }, (_, index) => `${word} ${index} `.padEnd(100, 'x')));

  verifies('contract.lists.order', 'history from before the order was stored keeps its order', async () => {
    const file = newFile();
    const before = openDatabase<object>(file);
    migrate(before.connection, 'memory.db', migrations.slice(0, 1));
    before.connection.exec(
      `INSERT INTO sources VALUES (1, 'user', '', '', '');
       INSERT INTO namespaces VALUES ('knowledge', 7, '', 0);
       UPDATE term_index SET last_seq = 4, indexed_to = 4;
       INSERT INTO entries
         (seq, entry_id, namespace, position, lead, text, source, created_at, updated_at, valid_from, superseded_at)
       VALUES (1, '1', 'knowledge', 1, '', 'one', 1, 1, 1, 1, 9), (2, '2', 'knowledge', 2, '', 'two', 1, 1, 1, 1, 3),
         (3, '3', 'knowledge', 3, '', 'three', 1, 1, 1, 1, 9), (4, '4', 'knowledge', 4, '', 'four', 1, 1, 1, 1, NULL);`,
    );
    await before.close();
    memory = openMemory(file, { owner });
    const store = memory.store.ofPerson(OWNER_ID);
    await commitTo(memory, [{ change: 'entry.supersede', entryId: entryId('4'), at: 0, by: null }]);
    const { items } = await store.history('knowledge', { after: null, limit: 9 });
    expect(items.map(({ text }) => text)).toEqual(['four', 'three', 'one', 'two']);
  });

  verifies('crash.corrupt-store', 'the log of a damaged store is not checkpointed', async () => {
    const writer = await onASmallDisk();
    const asked: string[] = [];
    const pragma = writer.connection.pragma.bind(writer.connection);
    writer.connection.pragma = (source, options) => {
      asked.push(source);
      return pragma(source, options);
    };
    await commitTo(opened(), adding([anEntry('before')]));
    // The check runs after the commit, which does not wait for it.
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toContain('wal_checkpoint(NOOP)');
    opened().leave();
    asked.length = 0;
    await expect(commitTo(opened(), adding([anEntry('after')]))).rejects.toMatchObject({
      code: 'storage_error',
    });
    await memory?.close();
    memory = undefined;
    expect(asked).toEqual([]);
  });

  it('empties the log of a process that was killed, which may have words that were erased', async () => {
    const [file, left] = [newFile(), newFile()];
    await openMemory(file, { owner }).close();
    const killed = new Database(file);
    killed.pragma('secure_delete = ON');
    killed.exec("CREATE TABLE t (x TEXT); INSERT INTO t VALUES ('xylophone'); DROP TABLE t");
    for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, `${left}${end}`);
    killed.close();
    const inLog = () => readFileSync(`${left}-wal`, 'latin1').includes('xylophone');
    expect(inLog()).toBe(true);
    memory = openMemory(left, { owner });
    await commitTo(memory, adding([anEntry('next')]));
    for (let turn = 0; turn < 50 && inLog(); turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(inLog()).toBe(false);
  });

  verifies('crash.io-errors', 'after a failed fsync this connection writes nothing more', async () => {
    const file = newFile();
    await openMemory(file, { owner }).close();
    const writer = openDatabase<object>(file);
    memory = memoryOver(writer, openReader(file), new WriteGate(), owner);
    const execute = writer.connection.exec.bind(writer.connection);
    const executed: string[] = [];
    writer.connection.exec = (sql) => {
      executed.push(sql);
      if (sql === 'COMMIT') throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' });
      return execute(sql);
    };
    const commits = ['one', 'two'].map(async (text) => await commitTo(opened(), adding([anEntry(text)])));
    const ends = await Promise.allSettled(commits);
    expect(ends).toMatchObject([
      { reason: { code: 'storage_error' } },
      { reason: { code: 'storage_error' } },
    ]);
    expect(executed).toEqual(['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK']);
  });

  verifies(
    'memory.large',
    'a large commit yields to readers, who see the old state until it is complete',
    async () => {
      memory = openMemory(newFile(), { owner });
      const store = memory.store.ofPerson(OWNER_ID);
      await commitTo(memory, adding([anEntry('before')]));
      let ticks = 0;
      const seen = new Set<number>();
      let isDone = false;
      const watch = async (): Promise<void> => {
        while (!isDone) {
          await new Promise((resolve) => setImmediate(resolve));
          ticks += 1;
          seen.add((await store.read('knowledge')).entries.length);
          const [row] = await store.candidates(asking('before'), anywhere);
          expect(row?.text).toBe('before');
        }
      };
      const watching = watch();
      const entries = many('word', 20_000).map((entry) => ({ ...entry, position: entry.position * 2 }));
      await commitTo(memory, adding(entries));
      isDone = true;
      await watching;
      expect(ticks).toBeGreaterThan(1);
      expect([...seen].toSorted()).toEqual([1, 20_001].filter((count) => seen.has(count)));
      expect((await store.read('knowledge')).entries).toHaveLength(20_001);
    },
  );

  it('a query while the index is behind waits for it, and commits continue meanwhile', async () => {
    memory = openMemory(newFile(), { owner });
    const store = memory.store.ofPerson(OWNER_ID);
    await commitTo(memory, adding(many('word')));
    const order: string[] = [];
    const searchable = store.searchable().then(() => order.push('searchable'));
    await commitTo(memory, adding([anEntry('one more', { position: 2 ** 45 })]));
    order.push('committed');
    await searchable;
    expect(order).toEqual(['committed', 'searchable']);
    expect((await store.statistics([])).entries).toBe(4_001);
  });

  it('closing waits for a pending commit', async () => {
    const file = newFile();
    memory = openMemory(file, { owner });
    const committing = commitTo(memory, adding(many('word')));
    // The end of the namespace is read first.
    await new Promise((resolve) => setImmediate(resolve));
    await memory.close();
    await committing;
    memory = openMemory(file, { owner });
    expect((await memory.store.ofPerson(OWNER_ID).read('knowledge')).entries).toHaveLength(4_000);
  });

  verifies('memory.delete', 'no erased data is left in the files', async () => {
    const file = newFile();
    memory = openMemory(file, { owner });
    const store = memory.store.ofPerson(OWNER_ID);
    const secret = anEntry('Xylophonist Quetzalcoatl lives at Zbrzezny');
    await commitTo(memory, adding([anEntry('something else', { position: 1 }), secret]));
    await store.searchable();
    await commitTo(memory, [{ change: 'entry.erase', entryId: secret.entryId }]);
    await memory.close();
    const bytes = readFileSync(file).toString('latin1').toLowerCase();
    for (const part of ['xylophon', 'quetzal', 'zbrzez']) expect(bytes).not.toContain(part);
    expect(existsSync(`${file}-wal`)).toBe(false);
    memory = openMemory(file, { owner });
    expect((await memory.store.ofPerson(OWNER_ID).read('knowledge')).entries).toHaveLength(1);
  });

  it('a full disk refuses a commit, keeps the old state, and accepts it once there is space', async () => {
    const { connection } = await onASmallDisk();
    const store = opened().store.ofPerson(OWNER_ID);
    await commitTo(opened(), adding([anEntry('before')]));
    connection.pragma('max_page_count = 1');
    await expect(commitTo(opened(), adding(many('word')))).rejects.toMatchObject({ code: 'disk_full' });
    expect((await store.read('knowledge')).entries.map(({ text }) => text)).toEqual(['before']);
    connection.pragma('max_page_count = 1000000');
    await commitTo(
      opened(),
      adding(many('word').map((entry) => ({ ...entry, position: entry.position * 2 }))),
    );
    await store.searchable();
    expect((await store.statistics([])).entries).toBe(4_001);
  });

  it('an index that could not be written is written at the next query', async () => {
    const { connection } = await onASmallDisk();
    const store = opened().store.ofPerson(OWNER_ID);
    await commitTo(opened(), adding(many('word', 1_500)));
    connection.pragma('max_page_count = 1');
    await store.searchable();
    connection.pragma('max_page_count = 1000000');
    await store.searchable();
    expect((await store.statistics([])).entries).toBe(1_500);
  });

  it('keys of all sizes survive packing', () => {
    const keys = Uint32Array.from([0, 1, 2 ** 10 - 1, 2 ** 10, 2 ** 21 - 1, 2 ** 21, 2 ** 31, 2 ** 32 - 1]);
    expect([...unpacked(packed(keys))]).toEqual([...keys]);
    const thousands = Uint32Array.from({ length: 9_000 }, (_, index) => Math.imul(index, 0x9e3779b9) >>> 0);
    expect(unpacked(packed(thousands))).toEqual(thousands);
    expect(packed(thousands).isWellFormed()).toBe(true);
  });
});
