import { describe, expect } from '@jest/globals';
import { join } from 'node:path';
import { SqliteJournal } from '../../../src/adapters/out/sqlite/journal.ts';
import { stepsOn } from '../../../src/adapters/out/sqlite/history/parts.ts';
import type { HistorySchema } from '../../../src/adapters/out/sqlite/history/schema.ts';
import { OneJournal } from '../../../src/adapters/out/sqlite/one-journal.ts';
import type { Change } from '../../../src/core/features.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';
import type { Journal } from '../../../src/core/ports/journal.ts';
import { openDatabase, type OpenDatabase } from '../../../src/adapters/out/sqlite/open.ts';
import { gate, ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { afterwards } from '../../harness/afterwards.ts';
import { startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { framesOf, idOf } from './client.ts';
import { expectSoundDatabase } from './oracle.ts';

const LONG = 'x'.repeat(200_000);

let writer: OpenDatabase<HistorySchema> | undefined;

/** An engine whose journal uses a connection that the test can keep from growing the file. */
async function engineOnASmallDisk(model: ScriptedModel) {
  const dataDir = temporaryDir();
  const small = (journal: Journal<Change>): Journal<Change> => {
    writer = openDatabase<HistorySchema>(join(dataDir, 'history.db'));
    afterwards(() => writer?.close());
    const history = new SqliteJournal(writer, stepsOn(writer.queries));
    return new OneJournal(
      { history, memory: journal, engine: journal, datastore: journal, vault: journal },
      new WriteGate(),
    );
  };
  const running = await startTestEngine({ dataDir, model, journal: small });
  const pages = (most: number) => writer?.connection.pragma(`max_page_count = ${most}`);
  return { ...running, fill: () => pages(1), makeSpace: () => pages(1_000_000) };
}

const run = ({ baseUrl }: { readonly baseUrl: string }, sessionId: string, task: string): Promise<Response> =>
  fetch(`${baseUrl}/api/sessions/${sessionId}/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ task }),
  });

async function framesIn(response: Response): Promise<readonly string[]> {
  const frames: string[] = [];
  for await (const frame of framesOf(response)) frames.push(frame);
  return frames;
}

describe('a full disk under a running engine', () => {
  verifies(
    'crash.disk-full',
    'a run whose text cannot be stored ends with a stored error event, and its thread continues once there is space',
    async () => {
      const pause = gate();
      const model = new ScriptedModel([[text('begun '), pause.step, text(LONG)], [text('the next answer')]]);
      const running = await engineOnASmallDisk(model);
      const { client, baseUrl } = running;
      const { sessionId, threadId } = await client['sessions.create']({ body: {} });
      const response = await run(running, sessionId, 'say much');
      const runId = response.headers.get('svc-run-id') ?? '';
      await pause.reached;
      running.fill();
      pause.open();
      const frames = await framesIn(response);
      expect(frames.map(idOf)).toEqual([1, 2]);
      expect(frames[1]).toMatch(/event: error\ndata: .*"code":"disk_full"/u);

      expect(await client['threads.get']({ params: { id: threadId } })).toMatchObject({ messageCount: 2 });
      const { messages } = await client['threads.messages']({ params: { id: threadId } });
      expect(messages.at(-1)?.content).toMatchObject([
        { text: 'begun ' },
        { type: 'note', code: 'disk_full' },
        { type: 'note', code: 'reminded' },
      ]);
      expect((await framesIn(await fetch(`${baseUrl}/api/runs/${runId}/events`)))[0]).toBe(frames[0]);

      running.makeSpace();
      const next = await framesIn(await run(running, sessionId, 'go on'));
      expect(next.at(-1)).toContain('event: done');
      const ended = await framesIn(await fetch(`${baseUrl}/api/runs/${runId}/events`));
      expect(ended).toEqual(frames);
      const texts = JSON.stringify(model.requests[1]?.messages);
      expect(texts).toContain('begun ');
      expect(texts).not.toContain(LONG);
      await running.stop();
      expectSoundDatabase(join(running.dataDir, 'history.db'));
    },
  );

  verifies(
    'crash.disk-full',
    'a task that cannot be stored is refused with 507 and leaves nothing behind',
    async () => {
      const running = await engineOnASmallDisk(new ScriptedModel([[text('the answer')]]));
      const { client } = running;
      const { sessionId, threadId } = await client['sessions.create']({ body: {} });
      running.fill();
      const refused = await run(running, sessionId, LONG);
      expect(refused.status).toBe(507);
      expect(refused.headers.get('content-type')).toContain('application/problem+json');
      expect(await refused.json()).toMatchObject({ code: 'disk_full', status: 507 });
      expect(await client['threads.get']({ params: { id: threadId } })).toMatchObject({ messageCount: 0 });
      expect(await client['engine.status']()).toMatchObject({ activeRuns: 0 });
      expect(await client['health.ready']()).toEqual({ status: 'ready' });

      running.makeSpace();
      const frames = await framesIn(await run(running, sessionId, LONG));
      expect(frames.at(-1)).toContain('event: done');
      expect(running.log.events('error')).toEqual(['storage failed']);
    },
  );
});
