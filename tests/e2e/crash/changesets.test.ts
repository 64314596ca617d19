// Kills the process at every disk or journal call of changing files or reviewing changes.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openHistory, type HistoryDatabase } from '../../../src/adapters/out/sqlite/history/open.ts';
import type { Reviewed } from '../../../src/core/workspace/changesets/service.ts';
import type { ReviewAction } from '../../../src/core/workspace/changesets/model.ts';
import { refuseStorage } from '../../../src/core/kernel/storage-refusals.ts';
import { OWNER_ID } from '../../doubles/people.ts';
import { ScriptedModel, text, toolCalls } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun } from '../http/runs.ts';
import {
  AFTER,
  BEFORE,
  BETWEEN,
  filesIn,
  open,
  PARTLY,
  prepared,
  unfinishedIn,
  worldOver,
  type Author,
  type Files,
} from './changesets-world.ts';
import { freshHistory } from '../../harness/fresh-databases.ts';

const copiesIn = (dir: string): readonly string[] => {
  mkdirSync(join(dir, 'changesets'), { recursive: true });
  return readdirSync(join(dir, 'changesets'));
};

/** Each file is complete and has one of the expected contents. */
function expectOneOf(found: Files, ...allowed: readonly Files[]): void {
  for (const path of new Set([found, ...allowed].flatMap((files) => Object.keys(files))))
    expect([path, allowed.map((files) => files[path])]).toEqual([
      path,
      expect.arrayContaining([found[path]]) as unknown,
    ]);
}

type World = ReturnType<typeof worldOver>;

/** Runs `act` until its n-th call and nothing from there on. @returns whether it reached that call */
async function dyingAt(
  nth: number,
  { dir, history }: Place,
  act: (world: World) => Promise<unknown>,
): Promise<boolean> {
  const dead = Promise.withResolvers<true>();
  let calls = 0;
  const world = worldOver(dir, history, async () => {
    calls += 1;
    if (calls < nth) return;
    dead.resolve(true);
    await new Promise(() => undefined);
  });
  const died = await Promise.race([dead.promise, act(world).then(() => false)]);
  await world.bury();
  return died;
}

interface Place {
  readonly dir: string;
  readonly history: HistoryDatabase;
}

/** A directory in the state before or after the run; made once and copied. */
async function aPlace(isDone: boolean): Promise<{ readonly dir: string; readonly author: Author }> {
  const dir = temporaryDir();
  const history = openHistory(join(dir, 'history.db'));
  const author = await prepared(dir, history);
  if (isDone) await worldOver(dir, history, open).work(author);
  await history.close();
  return { dir, author };
}

/** Kills at every point in turn until the scenario completes; each in its own directory. */
async function sweep(
  isDone: boolean,
  scenario: (place: Place & { readonly nth: number; readonly author: Author }) => Promise<boolean>,
): Promise<number> {
  const { dir: template, author } = await aPlace(isDone);
  for (let nth = 1; ; nth += 1) {
    const dir = mkdtempSync(join(tmpdir(), 'svc-test-'));
    cpSync(template, dir, { recursive: true });
    const history = openHistory(join(dir, 'history.db'));
    const died = await scenario({ dir, history, nth, author });
    await history.close();
    rmSync(dir, { recursive: true });
    if (!died) return nth - 1;
  }
}

/** The next start finds only copies that a row needs. */
async function restarted(dir: string, history: HistoryDatabase) {
  const world = worldOver(dir, history, open);
  await world.service.sweep();
  expect(new Set(copiesIn(dir))).toEqual((await history.changesets.inUse()).copyIds);
  expect(world.log.events('warn')).toEqual([]);
  return world;
}

describe('dying while files are changed', () => {
  verifies(
    'changesets.copy-first',
    'at every call leaves each file as before or after a change, and everything can be rolled back',
    async () => {
      const points = await sweep(false, async ({ dir, history, nth, author }) => {
        const died = await dyingAt(nth, { dir, history }, (world) => world.work(author));
        expectOneOf(filesIn(dir), BEFORE, BETWEEN, AFTER);
        const world = await restarted(dir, history);
        expect(unfinishedIn(dir)).toEqual([]);
        if (await history.changesets.pendingIn(author.threadId))
          expect((await world.review(author, 'rollback')).failed).toEqual([]);
        expect(filesIn(dir)).toEqual(BEFORE);
        expect(await history.changesets.pendingIn(author.threadId)).toBeNull();
        expect(copiesIn(dir)).toEqual([]);
        return died;
      });
      expect(points).toBeGreaterThan(30);
    },
  );

  verifies(
    'changesets.copy-first',
    'finds the copy synced and its row written before the file is touched',
    async () => {
      const dir = temporaryDir();
      const history = freshHistory();
      const author = await prepared(dir, history);
      const calls: string[] = [];
      const world = worldOver(dir, history, async (call) => void calls.push(call));
      await world.work(author);
      const first = calls.slice(0, calls.indexOf('rename') + 1);
      const order = [
        'file.appendFile',
        'file.sync',
        'file.sync',
        'commit',
        'committed',
        'file.writeFile',
        'file.sync',
        'rename',
      ];
      const relevant = first.filter((call) => order.includes(call));
      // The last of each kind: the root may have been synced before.
      expect(relevant.slice(-order.length)).toEqual(order);
      await history.close();
    },
  );
});

describe('a run that is aborted while it changes files', () => {
  verifies(
    'changesets.abort',
    'at every call, and rolled back at once, changes nothing after the review and loses no needed copy',
    async () => {
      const points = await sweep(false, async ({ dir, history, nth, author }) => {
        const stop = new AbortController();
        let calls = 0;
        let isOver = false;
        let reviewed: Promise<Reviewed> | undefined;
        const world = worldOver(dir, history, async () => {
          calls += 1;
          if (calls !== nth || isOver) return;
          stop.abort();
          // As an owner does after seeing that the run was stopped.
          reviewed = world.review(author, 'rollback').catch(asNothing);
        });
        await world.work({ ...author, signal: stop.signal }).catch((error: unknown) => {
          expect(error).toMatchObject({ code: 'change_stopped' });
        });
        isOver = true;
        await reviewed;
        const left = await history.changesets.pendingIn(author.threadId);
        if (left) expect((await world.review(author, 'rollback')).failed).toEqual([]);
        expect(filesIn(dir)).toEqual(BEFORE);
        expect(copiesIn(dir)).toEqual([]);
        return reviewed !== undefined;
      });
      expect(points).toBeGreaterThan(30);
    },
  );
});

const NOTHING: Reviewed = { accepted: 0, rolledBack: 0, earlier: [], failed: [] };

/** The outcome if the abort came before anything was recorded. */
function asNothing(error: unknown): Reviewed {
  expect(error).toMatchObject({ code: 'no_changeset' });
  return NOTHING;
}

/** What has an earlier version after each: what the run changed or took away, and the review kept. */
const EARLIER: Readonly<Record<ReviewAction, readonly string[]>> = {
  accept: ['a.txt', 'b.txt', 'c/c.txt', 'd.txt'],
  rollback: [],
  partial: ['b.txt', 'd.txt'],
};

const outcomes: readonly (readonly [ReviewAction, Files])[] = [
  ['accept', AFTER],
  ['rollback', BEFORE],
  ['partial', PARTLY],
];

describe('dying while a review is carried out', () => {
  for (const [action, decided] of outcomes)
    verifies(
      'promise.changeset-kill',
      `(${action}) at every call leaves each file as before or as decided, and the review can be repeated`,
      async () => {
        const points = await sweep(true, async ({ dir, history, nth, author }) => {
          expect(filesIn(dir)).toEqual(AFTER);
          const died = await dyingAt(nth, { dir, history }, (world) => world.review(author, action));
          expectOneOf(filesIn(dir), AFTER, decided);
          const world = await restarted(dir, history);
          const isPending = (await history.changesets.pendingIn(author.threadId)) !== null;
          if (isPending) expect((await world.review(author, action)).failed).toEqual([]);
          else await expect(world.review(author, action)).rejects.toMatchObject({ code: 'no_changeset' });
          expect(filesIn(dir)).toEqual(decided);
          // Of what was kept, what it was before can be brought back, whichever start decided it.
          const earlier = await history.deletedFiles.all();
          expect(earlier.map(({ path }) => path).toSorted()).toEqual(EARLIER[action]);
          expect(new Set(copiesIn(dir))).toEqual(new Set(earlier.map(({ copyId }) => copyId)));
          if (nth > 1) return died;
          for (const { deletedFileId, path } of earlier) {
            await world.deletedFiles.restore(OWNER_ID, deletedFileId, true);
            expect(filesIn(dir)[path]).toBe(BEFORE[path]);
          }
          return died;
        });
        expect(points).toBeGreaterThan(action === 'accept' ? 1 : 10);
      },
    );

  test('and deciding differently after the next start leaves complete files and nothing pending', async () => {
    await sweep(true, async ({ dir, history, nth, author }) => {
      const died = await dyingAt(nth, { dir, history }, (world) => world.review(author, 'rollback'));
      const found = filesIn(dir);
      const world = await restarted(dir, history);
      if (await history.changesets.pendingIn(author.threadId)) await world.review(author, 'accept');
      expect(filesIn(dir)).toEqual(found);
      expectOneOf(found, AFTER, BEFORE);
      return died;
    });
  });
});

describe('dying while an earlier version takes the place of a file', () => {
  verifies(
    'changesets.kept.way-back',
    'at every call leaves the file as before or after, and neither version is lost',
    async () => {
      const points = await sweep(true, async ({ dir, history, nth, author }) => {
        await worldOver(dir, history, open).review(author, 'accept');
        const earlier = (await history.deletedFiles.all()).find(({ path }) => path === 'a.txt');
        if (earlier === undefined) throw new Error('there is no earlier version');
        const died = await dyingAt(nth, { dir, history }, ({ deletedFiles }) =>
          deletedFiles.restore(OWNER_ID, earlier.deletedFileId, true),
        );
        expectOneOf(filesIn(dir), AFTER, { ...AFTER, 'a.txt': 'A' });
        const world = await restarted(dir, history);
        await world.deletedFiles.settle();
        const known = (await history.deletedFiles.all()).filter(({ path }) => path === 'a.txt');
        expect(known.every(({ isBegun }) => !isBegun)).toBe(true);
        const there = new Set([filesIn(dir)['a.txt']]);
        for (const { deletedFileId } of known) {
          await world.deletedFiles.restore(OWNER_ID, deletedFileId, true);
          there.add(filesIn(dir)['a.txt']);
        }
        expect(there).toEqual(new Set(['A', 'A2']));
        return died;
      });
      expect(points).toBeGreaterThan(8);
    },
  );
});

verifies(
  'changesets.copy-first',
  'a change that cannot be recorded is not made: the model gets an error, and the run goes on',
  async () => {
    const engine = await startTestEngine({
      model: new ScriptedModel([
        [toolCalls({ name: 'write_file', input: { path: 'a.txt', content: 'one' } })],
        [text('It did not work.')],
      ]),
      journal: (journal) => ({
        commit: async (changes) => {
          if (changes.some(({ change }) => change === 'changeset.track')) throw refuseStorage.disk_full();
          await journal.commit(changes);
        },
      }),
    });
    const session = await newSession(engine);
    const events = await allOf(startRun(engine, session.id, 'write'));
    const result = events.find(({ type }) => type === 'tool_result');
    expect(result?.data).toMatchObject({
      success: false,
      output: expect.stringContaining('disk is full') as unknown,
    });
    expect(events.at(-1)).toMatchObject({ type: 'done', data: { text: 'It did not work.' } });
    expect(filesIn(engine.dataDir)).toEqual({});
  },
);

verifies(
  ['events.changeset_ready', 'changesets.pending'],
  'a run that died with changes announces at its end that they wait for review',
  async () => {
    const dataDir = temporaryDir();
    const held = Promise.withResolvers<void>();
    const model = new ScriptedModel([
      [toolCalls({ name: 'write_file', input: { path: 'a.txt', content: 'one' } })],
      [{ step: 'wait', until: () => held.promise }, text('never')],
    ]);
    let isBroken = false;
    const engine = await startTestEngine({
      dataDir,
      model,
      journal: (journal) => ({
        commit: async (changes) => {
          if (isBroken) throw refuseStorage.storage_error();
          await journal.commit(changes);
        },
      }),
    });
    const session = await newSession(engine);
    const stream = await startRun(engine, session.id, 'write');
    for await (const event of stream.events) if (event.type === 'tool_result') break;
    const params = { id: session.id };
    const { runId } = await engine.client['changesets.get']({ params });
    expect(runId).toBe(stream.runId);
    // From here on the journal stores nothing of this process; the next start ends the run.
    isBroken = true;
    held.resolve();
    await engine.stop();
    const again = await startTestEngine({ dataDir, model: new ScriptedModel() });
    const events = await allOf(again.client['runs.events']({ params: { runId: stream.runId ?? '' } }));
    expect(events.slice(-2).map(({ type, data }) => [type, 'code' in data ? data.code : data])).toEqual([
      ['changeset_ready', { runId: stream.runId, sessionId: session.id, fileCount: 1 }],
      ['error', 'interrupted'],
    ]);
    expect(
      await again.client['changesets.review']({ params, body: { action: 'rollback', runId: runId ?? '' } }),
    ).toEqual({
      accepted: 0,
      rolledBack: 1,
      earlier: [],
      failed: [],
    });
    expect(filesIn(dataDir)).toEqual({});
  },
);
