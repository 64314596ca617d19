import { expect, test } from '@jest/globals';
import { SqliteJournal } from '../../../src/adapters/out/sqlite/journal.ts';
import { noSync } from '../../../src/adapters/out/sqlite/log-sync.ts';
import { openDatabase } from '../../../src/adapters/out/sqlite/open.ts';

/** Takes far longer than a transaction may be shared. */
const LONG = `INSERT INTO notes SELECT ? FROM (
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000000) SELECT max(n) FROM numbers
)`;
const SHORT = 'INSERT INTO notes VALUES (?)';

/** Commits these together. @returns what was acknowledged or refused, in order, and the tick of the loop of each */
async function committed(texts: readonly string[]) {
  const { connection, prepare, close } = openDatabase(':memory:');
  connection.exec('CREATE TABLE notes (text TEXT UNIQUE)');
  const journal = new SqliteJournal<{ readonly change: 'note'; readonly text: string }>(
    { connection, prepare, sync: noSync },
    { note: ({ text }) => [{ sql: text.startsWith('long') ? LONG : SHORT, parameters: [text] }] },
  );
  let tick = 0;
  let isOver = false;
  const count = () => {
    tick += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const settled: { readonly text: string; readonly isRefused: boolean; readonly tick: number }[] = [];
  const settle = (text: string, isRefused: boolean) => settled.push({ text, isRefused, tick });
  await Promise.all(
    texts.map(async (text) => {
      await journal.commit([{ change: 'note', text }]).then(
        () => settle(text, false),
        () => settle(text, true),
      );
    }),
  );
  isOver = true;
  const notes = connection.prepare('SELECT text FROM notes ORDER BY rowid').pluck().all();
  await close();
  return { settled, notes };
}

test('long lists that arrive together leave the loop to others between them, and keep their order', async () => {
  const texts = ['long 1', 'long 2', 'short', 'long 3'];
  const { settled, notes } = await committed(texts);
  expect(notes).toEqual(texts);
  expect(settled.map(({ text }) => text)).toEqual(texts);
  expect(new Set(settled.map(({ tick }) => tick)).size).toBe(3);
});

test('short lists that arrive together share one transaction', async () => {
  const { settled } = await committed(['a', 'b', 'c']);
  expect(new Set(settled.map(({ tick }) => tick)).size).toBe(1);
});

test('a refused list of changes leaves the lists before and after it', async () => {
  const { settled, notes } = await committed(['long 1', 'a', 'a', 'long 2', 'b']);
  expect(notes).toEqual(['long 1', 'a', 'long 2', 'b']);
  expect(settled.filter(({ isRefused }) => isRefused)).toEqual([expect.objectContaining({ text: 'a' })]);
});
