import { EVERYONE } from '../../../src/core/trust/people/model.ts';
import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { guardedStore } from '../../../src/adapters/out/sqlite/guarded-store.ts';
import { openHistory } from '../../../src/adapters/out/sqlite/history/open.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';
import { RecordingLog } from '../../doubles/recording-log.ts';
import { aThread } from '../../ports/history-builders.ts';
import { verifies } from '../../spec/verifies.ts';
import { bytesOf, newFile } from './database-files.ts';

class SqliteError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`SQLite says ${code}`);
    this.code = code;
  }
}

interface Notes {
  read(): string;
  write(): Promise<string>;
}

/** A database that records its calls in `events`, and fails as `fails` says at that moment. */
function guarded(fails: { code: string | null }, opens: () => void = () => undefined) {
  const events: string[] = [];
  const log = new RecordingLog();
  const gate = new WriteGate();
  let opened = 0;
  const open = () => {
    opens();
    const nth = (opened += 1);
    const answer = (what: string): string => {
      if (fails.code) throw new SqliteError(fails.code);
      return `${what} ${nth}`;
    };
    const notes: Notes = { read: () => answer('read'), write: async () => answer('written') };
    return {
      notes,
      journal: { commit: notes.write },
      leave: () => void events.push(`left ${nth}`),
      close: async () => void events.push(`closed ${nth}`),
    };
  };
  const guard = guardedStore('notes.db', open, gate, log);
  return { guard, notes: guard.stores.notes, journal: guard.stores.journal, events, log, gate };
}

describe('a store after a failed fsync', () => {
  verifies('crash.io-errors', 'is used through a new connection, and the old one is closed', async () => {
    const fails: { code: string | null } = { code: null };
    const { guard, notes, events, log } = guarded(fails);
    expect(notes.read()).toBe('read 1');

    fails.code = 'SQLITE_IOERR_FSYNC';
    await expect(notes.write()).rejects.toMatchObject({ code: 'storage_error' });
    fails.code = null;
    expect(notes.read()).toBe('read 2');
    expect(await notes.write()).toBe('written 2');
    expect(log.events('warn')).toEqual([expect.stringContaining('opened anew')]);
    // A call may still be reading from it.
    expect(events).toEqual([]);

    fails.code = 'SQLITE_IOERR_DIR_FSYNC';
    expect(() => notes.read()).toThrow(expect.objectContaining({ code: 'storage_error' }));
    fails.code = null;
    expect(notes.read()).toBe('read 3');
    await nextTick();
    expect(events).toEqual(['closed 1']);
    await guard.close();
    expect(events).toEqual(['closed 1', 'closed 2', 'closed 3']);
  });

  verifies('crash.io-errors', 'refuses changes, and only them, while it cannot be opened', async () => {
    const fails: { code: string | null } = { code: null };
    let cannotOpen = false;
    const { notes, journal } = guarded(fails, () => {
      if (cannotOpen) throw new SqliteError('SQLITE_CANTOPEN');
    });
    fails.code = 'SQLITE_IOERR_FSYNC';
    await expect(journal.commit()).rejects.toMatchObject({ code: 'storage_error' });
    [fails.code, cannotOpen] = [null, true];
    expect(notes.read()).toBe('read 1');
    expect(() => journal.commit()).toThrow(expect.objectContaining({ code: 'storage_error' }));
    cannotOpen = false;
    expect(await journal.commit()).toBe('written 2');
    expect(notes.read()).toBe('read 2');
  });

  test('keeps its connection after any other error', async () => {
    const fails: { code: string | null } = { code: 'SQLITE_IOERR_WRITE' };
    const { notes } = guarded(fails);
    await expect(notes.write()).rejects.toMatchObject({ code: 'storage_error' });
    fails.code = 'SQLITE_FULL';
    await expect(notes.write()).rejects.toMatchObject({ code: 'disk_full' });
    fails.code = null;
    expect(notes.read()).toBe('read 1');
  });
});

/** A database in a file, with a call that hits a failed fsync. */
function guardedFile() {
  const [file, gate] = [newFile(), new WriteGate()];
  let opened = 0;
  const disk = {
    fail: () => {
      throw new SqliteError('SQLITE_IOERR_FSYNC');
    },
  };
  const open = () => {
    opened += 1;
    return { ...openHistory(file, { gate }), disk };
  };
  const guard = guardedStore(file, open, gate, new RecordingLog());
  const { threads, journal } = guard.stores;
  const loseConnection = () => expect(() => guard.stores.disk.fail()).toThrow();
  const titles = async () =>
    (await threads.list(EVERYONE, { limit: 9, after: null, includeArchived: true })).items.map(
      ({ title }) => title,
    );
  const commit = (title: string) =>
    journal.commit([{ change: 'thread.create', thread: { ...aThread(), title } }]);
  const create = (title: string) => gate.pass(() => commit(title));
  return { file, gate, guard, loseConnection, titles, commit, create, opened: () => opened };
}

describe('while the gate is closed', () => {
  test('no connection is opened or closed, and reads continue', async () => {
    const { file, gate, guard, loseConnection, titles, create, opened } = guardedFile();
    await create('kept');
    // An idle connection is closed when the second one after it opens.
    loseConnection();
    expect(await titles()).toEqual(['kept']);
    expect(opened()).toBe(2);
    await create('kept, too');
    loseConnection();
    const before = bytesOf(file);
    expect(before[1]).not.toBeNull();
    await gate.whileClosed(async () => {
      expect(await titles()).toHaveLength(2);
      await nextTick();
      expect(opened()).toBe(2);
      expect(bytesOf(file)).toEqual(before);
    });
    expect(await titles()).toHaveLength(2);
    expect(opened()).toBe(3);
    await guard.close();
    expect(bytesOf(file)[1]).toBeNull();
  });

  test('a close waits, and then checkpoints the log', async () => {
    const { file, gate, guard, create } = guardedFile();
    await create('kept');
    const before = bytesOf(file);
    let closing: Promise<void> | undefined;
    await gate.whileClosed(async () => {
      closing = guard.close();
      for (let tick = 0; tick < 5; tick += 1) await nextTick();
      expect(bytesOf(file)).toEqual(before);
    });
    await closing;
    expect(bytesOf(file)[1]).toBeNull();
  });

  test('a commit that has passed is made through the new connection', async () => {
    const { gate, guard, loseConnection, titles, create, opened } = guardedFile();
    loseConnection();
    const committed = create('through the new one');
    await gate.whileClosed(async () => expect(await titles()).toEqual(['through the new one']));
    await committed;
    expect(opened()).toBe(2);
    await guard.close();
  });
});

describe('a damaged store', () => {
  verifies(
    'crash.corrupt-store',
    'refuses a call that hits the damage, and is read-only from then on',
    async () => {
      const fails: { code: string | null } = { code: null };
      const { guard, notes, events, log } = guarded(fails);
      fails.code = 'SQLITE_CORRUPT_INDEX';
      await expect(notes.write()).rejects.toMatchObject({
        code: 'store_corrupt',
        kind: 'unavailable',
        facts: { store: 'notes.db' },
      });
      expect(guard.refusal).toMatchObject({ code: 'store_corrupt' });
      expect(() => notes.read()).toThrow(expect.objectContaining({ code: 'store_corrupt' }));
      expect(events).toEqual(['left 1']);
      expect(log.events('error')).toHaveLength(1);

      fails.code = 'SQLITE_READONLY';
      await expect(notes.write()).rejects.toMatchObject({ code: 'store_corrupt' });
      fails.code = null;
      expect(notes.read()).toBe('read 1');
    },
  );

  test('that is read-only for another reason reports no damage', async () => {
    const { guard, notes } = guarded({ code: 'SQLITE_READONLY' });
    await expect(notes.write()).rejects.toMatchObject({ code: 'storage_error' });
    expect(guard.refusal).toBeNull();
  });

  verifies(
    'crash.corrupt-store',
    'refuses every call when damaged at opening, and closes in order',
    async () => {
      const { guard, notes } = guarded({ code: null }, () => {
        throw new SqliteError('SQLITE_NOTADB');
      });
      expect(guard.refusal).toMatchObject({ code: 'store_corrupt' });
      expect(() => notes.read()).toThrow(expect.objectContaining({ code: 'store_corrupt' }));
      await guard.close();
    },
  );

  test('throws other errors at opening unchanged', () => {
    const opens = () => {
      throw new SqliteError('SQLITE_CANTOPEN');
    };
    expect(() => guarded({ code: null }, opens)).toThrow('SQLITE_CANTOPEN');
  });
});
