// Lists of changes as the services make them, and some of them again, leave the same rows in both databases.
import Database from 'better-sqlite3';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openDatastore } from '../../../src/adapters/out/sqlite/datastore/open.ts';
import { openEngineDatabase } from '../../../src/adapters/out/sqlite/engine/open.ts';
import { openHistory } from '../../../src/adapters/out/sqlite/history/open.ts';
import { openMemory } from '../../../src/adapters/out/sqlite/memory/open.ts';
import { OneJournal } from '../../../src/adapters/out/sqlite/one-journal.ts';
import { NAMES } from '../../../src/adapters/out/postgres/memory/open.ts';
import type { Table } from '../../../src/adapters/out/sql/tables.ts';
import type { Change } from '../../../src/core/features.ts';
import { personId, runId } from '../../../src/core/kernel/ids.ts';
import { isRefusal } from '../../../src/core/kernel/refusal.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';
import { fromOwner } from '../../../src/core/knowledge/memory/model.ts';
import { isJournalConflict } from '../../../src/core/ports/journal.ts';
import {
  collectionTokens,
  contactTokens,
  databaseTokens,
  graphTokens,
  memoryTokens,
} from '../../../src/main/tokens.ts';
import { OWNER_ID } from '../../doubles/people.ts';
import { afterwards } from '../../harness/afterwards.ts';
import { graphOver } from '../../harness/graph.ts';
import {
  datastoreIn,
  describeInPostgres,
  engineIn,
  freshPlaces,
  historyIn,
  memoryIn,
  tablesOf,
  vaultIn,
} from '../../harness/in-postgres.ts';
import { freshVault } from '../../harness/fresh-databases.ts';
import {
  aGrant,
  aMessage,
  aPrompt,
  aRun,
  aSession,
  aSideCall,
  aThread,
  aToolCall,
  endOf,
  NOON,
  textEvent,
} from '../../ports/history-builders.ts';
import { newFile } from '../sqlite/database-files.ts';

const LISTS = 2_000;
const MEMBER = personId('01900000-0000-7000-8000-0000000000bb');
const NAMED = [
  'Anna Berg',
  'Bo',
  'ACME',
  'Lake House',
  'Ümit Öz',
  '王芳',
  "O'Brien & Co",
  'a\0b',
  'x\u{E000}y',
];
const TEXTS = ['', 'tea', 'green tea', 'nul \0 here', '100 % _ \\', '🎉 done', '{"a":1}', 'ÄÖÜ straße'];

/** What a test does next: one of many things, and which of those that are there it is about. */
const action = fc.record({
  what: fc.nat(27),
  which: fc.nat(1_000),
  other: fc.nat(1_000),
  name: fc.constantFrom(...NAMED),
  text: fc.oneof(fc.constantFrom(...TEXTS), fc.string({ maxLength: 20 })),
  n: fc.oneof(fc.integer({ min: -5, max: 5 }), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.nat()),
});
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

describeInPostgres('random lists of changes', () => {
  const fresh = freshPlaces();

  it(`leave the same rows: ${LISTS} lists`, async () => {
    const owner = { id: OWNER_ID };
    const files = { history: newFile(), memory: newFile(), engine: newFile(), datastore: newFile() };
    const place = fresh();
    const postgres = {
      history: await historyIn(place),
      memory: await memoryIn(place),
      engine: await engineIn(place),
      datastore: await datastoreIn(place),
      vault: await vaultIn(place),
    };
    for (const { close } of Object.values(postgres)) afterwards(close);
    const journals = (opened: Record<keyof typeof postgres, { readonly journal: object }>) =>
      new OneJournal(
        Object.fromEntries(Object.entries(opened).map(([name, { journal }]) => [name, journal])) as never,
        new WriteGate(),
      );
    const replica = journals(postgres);
    const written: (readonly Change[])[] = [];
    const differences: unknown[] = [];
    let refused = 0;
    const made = graphOver({
      history: openHistory(files.history),
      memory: openMemory(files.memory, { owner }),
      engine: openEngineDatabase(files.engine, { owner }),
      datastore: openDatastore(files.datastore),
      vault: freshVault(),
      rebind: ({ around }) =>
        around(databaseTokens.journal, (journal) => ({
          commit: async (changes) => {
            const outcome = await settled(() => journal.commit(changes, 'written'));
            const same = await settled(() => replica.commit(changes as never, 'written'));
            if (nameOf(same) !== nameOf(outcome))
              differences.push({ changes, sqlite: outcome, postgres: same });
            written.push(changes);
            refused += outcome === null ? 0 : 1;
            if (outcome !== null) throw outcome;
          },
        })),
    });
    afterwards(made.close);
    const act = acting(made);
    const actions = fc.sample(action, { seed: 49, numRuns: LISTS * 3 });
    for (const [nth, one] of actions.entries()) {
      if (written.length >= LISTS) break;
      const before = written[one.which % Math.max(1, written.length)];
      try {
        // What was committed once is mostly refused the second time, and in the same way.
        if (one.what === 0 && before) await made.get(databaseTokens.journal).commit(before);
        else await act(one);
      } catch (error) {
        if (!isRefusal(error) && !isJournalConflict(error)) throw error;
      }
      if (nth % 500 === 499) await compare();
    }
    await compare();
    expect(written.length).toBe(LISTS);
    expect(refused).toBeGreaterThan(LISTS / 100);

    async function compare(): Promise<void> {
      for (const opened of [made.memory, postgres.memory]) await opened.store.ofEveryone().searchable();
      let rows = 0;
      for (const name of ['history', 'memory', 'engine', 'datastore'] as const) {
        const connection = new Database(files[name], { readonly: true });
        for (const table of tablesOf[name]) {
          const expected = connection.prepare(selecting(table, table.name)).all() as readonly object[];
          const renamed = name === 'memory' ? (NAMES[table.name] ?? table.name) : table.name;
          const { rows: found } = await postgres[name].pool.query<object>(selecting(table, renamed));
          if (!isDeepStrictEqual(plain(found), plain(expected)))
            differences.push({ table: table.name, ...unlike(plain(expected), plain(found)) });
          rows += expected.length;
        }
        connection.close();
      }
      expect(differences).toEqual([]);
      expect(rows).toBeGreaterThan(100);
    }
  });
});

const settled = async (work: () => Promise<void>): Promise<Error | null> => {
  try {
    await work();
    return null;
  } catch (error) {
    return error as Error;
  }
};

const nameOf = (error: Error | null): string | null => error && error.name;

/** Without the class of the rows, which each driver has its own of; JSON has one zero, and so has PostgreSQL where it keeps JSON. */
const plain = (rows: readonly object[]): readonly object[] =>
  rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === 0 ? 0 : value])),
  );

/** The first rows that only one of them has. */
function unlike(expected: readonly object[], found: readonly object[]) {
  const nth = expected.findIndex((row, at) => !isDeepStrictEqual(row, found[at]));
  const at = nth === -1 ? expected.length : nth;
  return { at, sqlite: expected[at], postgres: found[at] };
}

/** The rows of a table, in the order of their key, or in which they came. */
function selecting({ columns, key, hasOrder }: Table, name: string): string {
  const listed = columns.map((column) => `"${column.name}"`).join(', ');
  const order = hasOrder ? ['rowid'] : key.map((one) => `"${one}"`);
  return `SELECT ${listed} FROM ${name} ORDER BY ${order.join(', ')}`;
}

function acting({ get }: ReturnType<typeof graphOver>): (action: Action) => Promise<unknown> {
  const journal = get(databaseTokens.journal);
  const memory = (who: number) => get(memoryTokens.memory).of(who % 4 === 0 ? MEMBER : OWNER_ID);
  const graph = get(graphTokens.graph).of(OWNER_ID);
  const contacts = get(contactTokens.contacts).of(OWNER_ID);
  const deals = get(contactTokens.deals).of(OWNER_ID);
  const interactions = get(contactTokens.interactions).of(OWNER_ID);
  const collections = get(collectionTokens.collections);
  const inserts = get(collectionTokens.recordInserts).of(OWNER_ID);
  const edits = get(collectionTokens.recordEdits).of(OWNER_ID);
  const threads: ReturnType<typeof aThread>[] = [];
  const runs: ReturnType<typeof aRun>[] = [];
  const madeDeals: string[] = [];
  const madeInteractions: string[] = [];
  let endNo = 0;
  const at = <One>(all: readonly One[], which: number): One | undefined => all[which % all.length];
  const names = ['books', 'tea', 'people'];
  const spaces = ['knowledge', 'methods', 'status'] as const;

  return async ({ what, which, other, name, text, n }) => {
    const thread = at(threads, which);
    const run = at(runs, which);
    const space = spaces[other % spaces.length]!;
    const entryOf = async () =>
      at((await memory(which).page(space, null, 50)).items, other)?.entryId ?? (name as never);
    switch (what) {
      case 1:
      case 2:
        return await memory(which).append(space, `${name} ${text}\n${text} tea ${n}`, fromOwner);
      case 3:
        return await memory(which).editEntry(await entryOf(), `${text} ${name}`, fromOwner);
      case 4:
        return await memory(which).forgetEntry(await entryOf());
      case 5:
        return await memory(which).shareEntry(await entryOf(), n > 0);
      case 6:
        return await memory(which).eraseEntry(await entryOf());
      case 7:
        return await graph.save({ name: `${name} ${which % 20}`, kind: 'topic', aliases: [text] }, fromOwner);
      case 8:
        return await graph.save({ name, kind: 'organization', detail: { notes: text } }, fromOwner);
      case 9:
      case 10:
        return await contacts.add(
          { name: `${name} ${which % 20}`, email: `m${other % 30}@a.test` },
          fromOwner,
        );
      case 11:
        return await contacts.edit(`${name} ${which % 20}`, { phone: `+49 30 ${100000 + other}` }, fromOwner);
      case 12:
        return await contacts.remove(`${name} ${which % 20}`, other % 2 === 0);
      case 13: {
        const added = await deals.add({
          contact: `${name} ${which % 20}`,
          title: `${text}!`,
          value: Math.abs(other),
        });
        return madeDeals.push(added.deal.dealId);
      }
      case 14:
        return await deals.edit(at(madeDeals, which) ?? name, { nextAction: `${text}?` });
      case 15: {
        const logged = await interactions.log(`${name} ${which % 20}`, { type: 'call', summary: `${text}.` });
        return madeInteractions.push(logged.interactionId);
      }
      case 16:
        return await interactions.remove(at(madeInteractions, which) ?? name);
      case 17:
        return await collections.create(OWNER_ID, {
          name: at(names, which)!,
          columns: [
            { name: 'title', type: 'string', unique: true },
            { name: 'n', type: 'number' },
          ] as never,
        });
      case 18:
      case 19:
        return await inserts.insert(
          at(names, which)!,
          [0, 1, 2].map((nth) => ({ title: `${text} ${nth} ${other % 40}`, n: nth === 0 ? n : nth })),
        );
      case 20:
        return await edits.update(at(names, which)!, { n: { $gt: 1 } }, { n: other });
      case 21: {
        const [filter, collection] = [{ n: other % 7 }, at(names, which)!];
        const { shown } = await edits.askedToDelete(collection, filter);
        return await edits.remove(collection, filter, shown);
      }
      case 22: {
        const added = aThread({ title: text, personId: which % 5 === 0 ? MEMBER : OWNER_ID });
        const started = aRun(aSession(added.threadId));
        threads.push(added);
        runs.push(started);
        return await journal.commit([
          { change: 'thread.create', thread: added },
          {
            change: 'session.create',
            session: { ...aSession(added.threadId), sessionId: started.sessionId },
          },
          {
            change: 'run.start',
            run: started,
            idempotencyKey: other % 3 === 0 ? `k${which}` : null,
            bootId: null,
          },
        ]);
      }
      case 23:
        if (!run) return;
        return await journal.commit([
          { change: 'message.append', message: aMessage(run, `${text} ${name}`) },
          { change: 'run.event', runId: run.runId, event: textEvent(which, text), at: NOON + other },
          ...(other % 3 === 0 ? [{ change: 'tool-call.start', call: aToolCall(run.runId) } as const] : []),
        ]);
      case 24:
        if (!run || !thread) return;
        return await journal.commit([
          endOf(run.runId, { endedAt: NOON + which }),
          { change: 'thread.set', threadId: thread.threadId, title: name, updatedAt: NOON + other },
        ]);
      case 25:
        if (!run) return;
        return await journal.commit([
          other % 2 === 0
            ? { change: 'grant.give', grant: aGrant({ createdAt: NOON + which }) }
            : other % 3 === 0
              ? { change: 'prompt.ask', prompt: aPrompt(run) }
              : { change: 'side-call.end', call: aSideCall({ runId: run.runId }) },
        ]);
      case 26:
        if (!thread) return;
        return await journal.commit([
          other % 4 === 0
            ? { change: 'thread.delete', threadId: thread.threadId, personId: thread.personId }
            : { change: 'thread.name', threadId: thread.threadId, title: text },
          ...(other % 4 === 0 ? [{ change: 'insights.forget', threadId: thread.threadId } as const] : []),
        ]);
      case 27: {
        if (!thread) return;
        endNo += 1;
        const counted = {
          endNo,
          runId: runId(`r${endNo}`),
          personId: thread.personId,
          status: other % 3 === 0 ? 'failed' : 'completed',
          stopReason: null,
          starter: 'person',
          tokens: other,
          costUsd: which / 100,
          toolCalls: 2,
          durationMs: other * 3,
          waitMs: which,
          endedAt: NOON + endNo,
        } as const;
        const seen = [0, 1].map((nth) => ({
          kind: (['sequence', 'failing_tool', 'repeated_question'] as const)[(other + nth) % 3]!,
          key: `key ${(which + nth) % 9}`,
          tools: ['a', 'b', 'c'].slice(0, 2 + (which % 2)),
          calls: 2,
          failures: other % 3,
          question: (other + nth) % 3 === 2 ? { text, topic: [name] as never } : null,
        }));
        return await journal.commit([
          { change: 'insights.count', threadId: thread.threadId, run: counted, seen },
          {
            change: 'insights.reach',
            endNo,
            runId: counted.runId,
            counted: [{ personId: thread.personId, runs: 1 + (other % 4) }],
          },
        ] as never);
      }
      default:
        return undefined;
    }
  };
}
