import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { around } from '../../../src/core/kernel/around.ts';
import { hangUntilAbort, ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { startRestartable as started } from '../../harness/restartable-engine.ts';
import { refusal } from '../http/problems.ts';
import { allOf, endsIn } from '../http/runs.ts';
import { until } from '../http/wire.ts';
import { fill, logical } from '../backups/logical.ts';

const confirm = 'DELETE_ALL_DATA';

verifies(
  'data.delete.refused',
  'without the exact word, and on a hosted instance, nothing is erased',
  async () => {
    const engine = await started();
    const { client, baseUrl } = engine;
    await fill(engine, 'KEPT');
    const before = await logical(engine);
    for (const word of ['', 'yes', 'delete_all_data', `${confirm} `])
      expect(await refusal(client['data.erase']({ body: { confirm: word } }))).toMatchObject({
        status: 400,
        code: 'not_confirmed',
      });
    for (const body of ['{}', '{"confirm":true}', `{"confirm":"${confirm}","more":1}`, '', '[]']) {
      const answer = await fetch(`${baseUrl}/api/data`, {
        method: 'DELETE',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect([body, answer.status]).toEqual([body, 400]);
    }
    expect(await client['data.erasure']()).toEqual({ erasure: null });
    expect(await logical(engine)).toEqual(before);

    const hosted = await started({ env: { SVC_BILLING_TIER: 'managed' } });
    expect(await refusal(hosted.client['data.erase']({ body: { confirm } }))).toMatchObject({
      status: 403,
      code: 'erasure_on_host',
    });
  },
);

verifies(
  ['data.delete.unknown', 'data.delete.links'],
  'what is not from svc is refused with its names, and goes when they are repeated; of a link the link goes',
  async () => {
    const engine = await started();
    const { client, dataDir } = engine;
    const elsewhere = temporaryDir();
    writeFileSync(join(elsewhere, 'precious.txt'), 'precious');
    writeFileSync(join(dataDir, 'notes.txt'), 'mine');
    mkdirSync(join(dataDir, 'photos/2026'), { recursive: true });
    symlinkSync(elsewhere, join(dataDir, 'apis'));
    await fill(engine, 'KEPT');
    const before = await logical(engine);
    const names = ['apis', 'notes.txt', 'photos'];
    for (const removeUnknown of [[], ['notes.txt'], ['../x', 'apis', 'photos/2026']]) {
      const problem = await refusal(client['data.erase']({ body: { confirm, removeUnknown } }));
      expect(problem).toMatchObject({ status: 409, code: 'unknown_entries', count: 3 });
      expect((problem['names'] as string[]).toSorted()).toEqual(names);
    }
    const wrong = { confirm, removeUnknown: ['../x', 'apis', 'photos/2026'] };
    expect((await refusal(client['data.erase']({ body: wrong })))['detail']).toMatch(
      /Missing in it: ("notes\.txt", "photos"|"photos", "notes\.txt")\. In it, but no such entry was found: "\.\.\/x", "photos\/2026"\./u,
    );
    expect(await logical(engine)).toEqual(before);
    const done = await client['data.erase']({ body: { confirm, removeUnknown: names } });
    expect(done.deleted).toBe(true);
    expect((await client['data.erasure']()).erasure?.status).toBe('completed');
    expect(await logical(engine)).toMatchObject({ threads: [], entries: [], secrets: [], files: [] });
  },
);

verifies(
  ['data.delete.refused', 'data.delete'],
  'beside an erasure there is no second one, and other requests get 503 with Retry-After until it has ended',
  async () => {
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const engine = await started({
      model: new ScriptedModel([[text('So far '), hangUntilAbort()]]),
      erasureDisk: (disk) =>
        around(disk, {
          remove: async (emptied) => {
            begun.resolve();
            await held.promise;
            return await disk.remove(emptied);
          },
        }),
    });
    const { client, baseUrl } = engine;
    const { sessionId } = await client['sessions.create']();
    const run = await client['runs.start']({ params: { id: sessionId }, body: { task: 'go' } });
    const reading = allOf(run);
    const leaving = new AbortController();
    const first = client['data.erase']({ body: { confirm }, signal: leaving.signal });
    first.catch(() => undefined);
    // Its reader is told.
    expect(endsIn(await reading)).toHaveLength(1);
    const second = await refusal(client['data.erase']({ body: { confirm } }));
    expect(second).toMatchObject({ status: 409, code: 'erasure_in_progress' });
    await begun.promise;
    const answer = await fetch(`${baseUrl}/api/threads`);
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({ code: 'not_ready', reason: 'erasing' });
    expect(await refusal(client['data.erase']({ body: { confirm } }))).toMatchObject({
      code: 'erasure_in_progress',
    });
    expect((await client['data.erasure']()).erasure).toMatchObject({ status: 'running', endedAt: null });
    // The client may leave.
    leaving.abort();
    held.resolve();
    const status = async () => (await client['data.erasure']()).erasure?.status;
    await until('it has ended', async () => (await status()) !== 'running');
    expect(await status()).toBe('completed');
  },
);

verifies('data.delete.refused', 'beside a backup nothing is erased, and the backup goes on', async () => {
  const copying = Promise.withResolvers<void>();
  const engine = await started({
    backupWork: (work) =>
      around(work, {
        copy: async (...input) => {
          await copying.promise;
          return await work.copy(...input);
        },
      }),
  });
  const { client } = engine;
  await fill(engine, 'KEPT');
  const { backupId } = await client['backups.create']();
  expect(await refusal(client['data.erase']({ body: { confirm } }))).toMatchObject({
    status: 409,
    code: 'operation_in_progress',
  });
  copying.resolve();
  const { events } = await client['backups.events']({ params: { id: backupId } });
  for await (const _ of events);
  expect(await client['backups.get']({ params: { id: backupId } })).toMatchObject({ status: 'complete' });
  expect(await client['data.erasure']()).toEqual({ erasure: null });
});

verifies(
  'data.delete.honest',
  'what cannot be removed makes the answer 500, with what remains; the next start erases the rest',
  async () => {
    let isBroken = true;
    const engine = await started({
      erasureDisk: (disk) =>
        around(disk, {
          remove: async (emptied) => {
            const left = await disk.remove(emptied);
            return isBroken ? [...left, { path: 'erasure-going/x/workspace/a.txt', code: 'EPERM' }] : left;
          },
        }),
    });
    const { client, dataDir } = engine;
    await fill(engine, 'GONE');
    const problem = await refusal(client['data.erase']({ body: { confirm } }));
    expect(problem).toMatchObject({ status: 500, code: 'erasure_incomplete' });
    expect(problem['remains']).toContainEqual({
      what: 'erasure-going/x/workspace/a.txt',
      why: expect.stringContaining('could not be removed'),
      how: expect.stringContaining('Each start'),
      says: expect.objectContaining({ how: { code: 'how.removable', facts: {} } }),
    });
    expect((await client['data.erasure']()).erasure?.status).toBe('incomplete');
    // The engine serves, empty, and what is stored now stays.
    await fill(engine, 'NEW');
    const now = await logical(engine);
    isBroken = false;
    await engine.stop();
    const next = await started({ dataDir });
    expect((await next.client['data.erasure']()).erasure?.status).toBe('completed');
    expect(await logical(next)).toEqual(now);
  },
);
