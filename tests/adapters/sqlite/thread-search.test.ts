import { OWNER_ID } from '../../doubles/people.ts';
import { EVERYONE } from '../../../src/core/trust/people/model.ts';
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, expect, test } from '@jest/globals';
import { openHistory, type HistoryDatabase } from '../../../src/adapters/out/sqlite/history/open.ts';
import { threadId, toolCallId, type ThreadId } from '../../../src/core/kernel/ids.ts';
import { FreshMessages } from '../../../src/core/conversation/thread-search/fresh-messages.ts';
import { ThreadSearch } from '../../../src/core/conversation/thread-search/service.ts';
import type { NewMessage } from '../../../src/core/conversation/threads/model.ts';
import type { HitPosition } from '../../../src/core/conversation/thread-search/store.ts';
import { RecordingLog } from '../../doubles/recording-log.ts';
import { aMessage, begunRun, NOON } from '../../ports/history-builders.ts';
import { verifies } from '../../spec/verifies.ts';
import { copyAsAfterACrash, historyBefore, inFile, newFile } from './database-files.ts';
import { counted } from '../../harness/statements.ts';
import { pagesOf } from '../../harness/paged.ts';

let history: HistoryDatabase | null = null;
afterEach(async () => {
  await history?.close();
  history = null;
});

const messages = new WeakMap<HistoryDatabase, FreshMessages>();
const freshIn = (opened: HistoryDatabase) => {
  const fresh = messages.get(opened) ?? new FreshMessages();
  messages.set(opened, fresh);
  return fresh;
};

const searchOf = (opened: HistoryDatabase) =>
  new ThreadSearch({
    journal: opened.journal,
    store: opened.threadSearch,
    fresh: freshIn(opened),
    log: new RecordingLog(),
  });

/** As the engine's journal, which tells the search of what was written. */
async function append(opened: HistoryDatabase, message: NewMessage): Promise<void> {
  const changes = [{ change: 'message.append', message }] as const;
  await opened.journal.commit(changes, 'written');
  freshIn(opened).committed(changes);
}

const hitsOf = async (opened: HistoryDatabase, text: string, limit = 200) =>
  await searchOf(opened).find(EVERYONE, { text, limit, after: null });

/** The index has each word of the texts at each of its places, and no other. */
function checkIndex(file: string): void {
  const different = inFile(file, (connection) => {
    connection.exec(`
      INSERT INTO search_index (search_index, rank) VALUES ('integrity-check', 0);
      CREATE VIRTUAL TABLE temp.fresh USING fts5(
        text, tokenize = 'unicode61 remove_diacritics 2 categories ''L* M* N* Co'''
      );
      INSERT INTO temp.fresh (rowid, text) SELECT doc_id, text FROM searched_texts;
      CREATE VIRTUAL TABLE temp.has USING fts5vocab('main', 'search_index', 'instance');
      CREATE VIRTUAL TABLE temp.should USING fts5vocab('temp', 'fresh', 'instance');
      CREATE TABLE temp.had AS SELECT * FROM temp.has;
      CREATE TABLE temp.ought AS SELECT * FROM temp.should;
    `);
    const unlike = (one: string, other: string) =>
      connection.prepare(`SELECT * FROM temp.${one} EXCEPT SELECT * FROM temp.${other}`).all();
    return [...unlike('had', 'ought'), ...unlike('ought', 'had')];
  });
  expect(different).toEqual([]);
}

let seed = 1;
/** The same in every run of this file, and hardly ever twice. */
function aWord(): string {
  let word = '';
  for (let letter = 0; letter < 14; letter++) {
    seed = (Math.imul(seed, 48_271) >>> 0) % 2_147_483_647;
    word += String.fromCharCode(97 + (seed % 26));
  }
  return word;
}

/** SQLite keeps no more of a word than what differs from the one before it. */
const END = 9;

function remainsIn(file: string, words: readonly string[]): readonly string[] {
  const bytes = ['', '-wal'].map((part) =>
    existsSync(file + part) ? readFileSync(file + part) : Buffer.alloc(0),
  );
  return words.filter((word) => bytes.some((all) => all.includes(word.slice(-END))));
}

interface Written {
  readonly id: ThreadId;
  readonly words: readonly string[];
}

async function write(opened: HistoryDatabase, messages: number): Promise<Written> {
  const { run, thread } = await begunRun(opened.journal);
  const words: string[] = [];
  for (let nth = 0; nth < messages; nth++) {
    const said = [aWord(), aWord(), aWord()];
    words.push(...said);
    const text = `${said.join(' ')} common`;
    await append(opened, aMessage(run, text));
  }
  return { id: thread.threadId, words };
}

const rename = (opened: HistoryDatabase, id: ThreadId, title: string) =>
  opened.journal.commit([{ change: 'thread.set', threadId: id, title, updatedAt: NOON }]);

verifies(
  'thread-search.deleted',
  'no word of it is left in the bytes of the database, in one step or in many',
  async () => {
    const file = newFile();
    history = openHistory(file);
    const all: Written[] = [];
    for (let nth = 0; nth < 12; nth++) all.push(await write(history, 40));
    const titles = all.map(() => aWord());
    for (const [nth, { id }] of all.entries()) await rename(history, id, titles[nth] ?? '');
    expect(await hitsOf(history, 'common')).toMatchObject({ isComplete: true });
    await history.close();
    const every = [...all.flatMap(({ words }) => words), ...titles];
    // The scan can find words, and their ends are enough to know them by.
    expect(remainsIn(file, every)).toEqual(every);

    history = openHistory(file);
    const gone = all.filter((_, nth) => nth % 2 === 0);
    const { journal } = history;
    const search = searchOf(history);
    for (const [nth, { id }] of gone.entries()) {
      const drop = () => journal.commit([{ change: 'thread.delete', threadId: id, personId: OWNER_ID }]);
      await (nth % 2 === 0 ? drop() : search.dropping(id, drop));
    }
    for (const [nth, { id }] of all.entries()) if (nth % 2 === 1) await rename(history, id, 'plain');
    await search.stop();
    await history.close();
    history = null;
    expect(remainsIn(file, [...gone.flatMap(({ words }) => words), ...titles])).toEqual([]);
    checkIndex(file);
    history = openHistory(file);
    expect((await hitsOf(history, 'common')).items).toHaveLength(200);
    expect((await hitsOf(history, 'plain')).items).toHaveLength(6);
  },
);

test('a thread whose deletion fails is found again', async () => {
  history = openHistory(newFile());
  const { id, words } = await write(history, 60);
  const search = searchOf(history);
  const failing = search.dropping(id, () => Promise.reject(new Error('refused by the test')));
  await expect(failing).rejects.toThrow('refused by the test');
  await search.stop();
  for (const word of words.slice(0, 5)) expect((await hitsOf(history, word)).items).toHaveLength(1);
});

/** The first is ours; the others may come from elsewhere. */
const NO_TEXT = [
  [{ type: 'note', code: 'x', detail: 'text' }],
  'no JSON',
  {},
  [{ type: 'text', text: 1 }],
  7,
];

/** A database of the version before the index. */
function olderFile(threads: number, messages: number, textOf: (nth: number) => string): string {
  return historyBefore('thread-search', (connection) => {
    const thread = connection.prepare(
      'INSERT INTO threads (thread_id, title, titled, created_at, updated_at, change_no) VALUES (?, ?, 1, 1, 1, ?)',
    );
    const message = connection.prepare("INSERT INTO messages VALUES (?, ?, 'user', ?, 'r', 1)");
    connection.transaction(() => {
      for (let nth = 0; nth < threads; nth++) {
        thread.run(`t${nth}`, `title${nth}`, nth + 1);
        for (let seq = 1; seq <= messages; seq++) {
          const text = textOf(nth * messages + seq - 1);
          const content =
            seq % 5 === 0 ? NO_TEXT[(seq / 5) % NO_TEXT.length] : [null, { type: 'text', text }];
          message.run(`t${nth}`, seq, typeof content === 'string' ? content : JSON.stringify(content));
        }
      }
    })();
  });
}

verifies('thread-search.backfill', 'in steps that survive a kill, while threads change and go', async () => {
  const file = olderFile(6, 70, (nth) => `number${nth} everywhere`);
  const first = openHistory(file);
  expect(await hitsOf(first, 'everywhere')).toEqual({
    items: [],
    next: null,
    isComplete: false,
    isLoose: false,
  });
  for (let step = 0; step < 7; step++) {
    const stretch = await first.threadSearch.missing(new Set());
    if (stretch) await first.journal.commit([{ change: 'thread-search.fill', stretch }]);
  }
  const some = await hitsOf(first, 'everywhere');
  expect(some.isComplete).toBe(false);
  expect(some.items.length).toBeGreaterThan(0);
  await rename(first, threadId('t3'), 'renamed');
  await first.journal.commit([{ change: 'thread.delete', threadId: threadId('t4'), personId: OWNER_ID }]);
  const copy = copyAsAfterACrash(file);
  await first.close();

  history = openHistory(copy);
  const search = searchOf(history);
  search.fill();
  await search.stop();
  // `stop` came first.
  expect((await hitsOf(history, 'everywhere')).isComplete).toBe(false);
  const again = searchOf(history);
  await again.dropping(threadId('t5'), async () => undefined);
  for (;;) {
    const { isComplete } = await hitsOf(history, 'everywhere');
    if (isComplete) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  const pages = await pagesOf((after: HitPosition | null) =>
    again.find(EVERYONE, { text: 'everywhere', limit: 200, after }),
  );
  const found = pages.flat().map(({ thread, seq }) => `${thread.threadId} ${seq}`);
  expect(new Set(found).size).toBe(5 * 56);
  expect((await hitsOf(history, 'renamed')).items).toHaveLength(1);
  expect((await hitsOf(history, 'title3')).items).toEqual([]);
  expect((await hitsOf(history, 'title2')).items).toMatchObject([{ seq: null, role: null }]);
  await history.close();
  history = null;
  checkIndex(copy);
});

verifies(
  'thread-search.fast',
  'a word in each of 20,000 messages is found as fast as a rare one',
  async () => {
    const file = olderFile(20, 1_000, (nth) => `the answer number${nth} of the plan`);
    history = openHistory(file);
    for (;;) {
      const stretch = await history.threadSearch.missing(new Set());
      if (stretch === null) break;
      await history.journal.commit([{ change: 'thread-search.fill', stretch }], 'written');
    }
    const search = searchOf(history);
    for (const text of ['number777', 'the', 'the plan', 'pl', 'answer of the plan']) {
      let hits = 0;
      const { rows } = await counted(async () => {
        hits = (await search.find(EVERYONE, { text, limit: 50, after: null })).items.length;
      });
      expect([text, hits > 0, rows < 1_000]).toEqual([text, true, true]);
    }
  },
);

verifies(
  'thread-search.fresh',
  'after the end of its run, with the next search, or at the next start',
  async () => {
    const file = newFile();
    history = openHistory(file);
    const { run } = await begunRun(history.journal);
    const fresh = freshIn(history);
    const search = new ThreadSearch({
      journal: history.journal,
      store: history.threadSearch,
      fresh,
      log: new RecordingLog(),
    });
    const isIndexed = async () => (await history?.threadSearch.missing(new Set())) === null;

    await append(history, aMessage(run, 'by the end'));
    expect(await isIndexed()).toBe(false);
    fresh.committed([{ change: 'run.end' }]);
    while (!(await isIndexed())) await new Promise((resolve) => setImmediate(resolve));

    await append(history, aMessage(run, 'by the search'));
    expect((await search.find(EVERYONE, { text: 'search', limit: 9, after: null })).items).toHaveLength(1);

    await append(history, aMessage(run, 'by the start'));
    const copy = copyAsAfterACrash(file);
    await search.stop();
    await history.close();
    history = openHistory(copy);
    const next = searchOf(history);
    next.fill();
    while (!(await isIndexed())) await new Promise((resolve) => setImmediate(resolve));
    await next.stop();
    expect((await hitsOf(history, 'start')).items).toHaveLength(1);
    await history.close();
    history = null;
    checkIndex(copy);
  },
);

test('an index that cannot be written is said in the log, and the search says that it is not complete', async () => {
  history = openHistory(newFile());
  const { run } = await begunRun(history.journal);
  await history.journal.commit([{ change: 'message.append', message: aMessage(run, 'hello') }], 'written');
  const log = new RecordingLog();
  const search = new ThreadSearch({
    journal: { commit: () => Promise.reject(new Error('refused by the test')) },
    store: history.threadSearch,
    fresh: freshIn(history),
    log,
  });
  search.fill();
  expect(await search.find(EVERYONE, { text: 'hello', limit: 9, after: null })).toMatchObject({
    isComplete: false,
  });
  await new Promise(setImmediate);
  await search.stop();
  expect(log.events('warn')).toHaveLength(1);
});

test('a message of the largest size is indexed up to its limit', async () => {
  history = openHistory(newFile());
  const { run } = await begunRun(history.journal);
  const text = `${'filler '.repeat(4_000)}inside ${'filler '.repeat(2_000)}beyond`;
  await append(history, aMessage(run, text));
  expect((await hitsOf(history, 'inside')).items).toHaveLength(1);
  expect((await hitsOf(history, 'beyond')).items).toHaveLength(0);
});

verifies('thread-search.many-blocks', 'sixty thousand parts are read in one walk', async () => {
  const opened = openHistory(newFile());
  history = opened;
  const { run, thread } = await begunRun(opened.journal);
  const calls = Array.from({ length: 60_000 }, (_, nth) => ({
    type: 'tool_call' as const,
    toolCallId: toolCallId(`call ${nth}`),
    name: 'write_file',
    input: { path: `${nth}.md` },
  }));
  const content = [
    { type: 'text' as const, text: 'first' },
    ...calls,
    { type: 'text' as const, text: 'last' },
  ];
  await append(opened, { ...aMessage(run, ''), content });
  // Where each is looked up by its place, minutes.
  const stretch = await opened.threadSearch.missingIn(thread.threadId);
  if (stretch) await opened.journal.commit([{ change: 'thread-search.fill', stretch }], 'written');
  expect((await hitsOf(opened, 'last')).items).toHaveLength(1);
});
