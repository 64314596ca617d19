import { afterAll, beforeAll, expect, jest } from '@jest/globals';
import fc from 'fast-check';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { casesOf, fuzzing } from './fuzzing.ts';
import { bytesOf, hostileTo, type Hostile } from './hostile.ts';
import { expectSomeProblem } from './problems.ts';
import { isEndless, routes, type Route } from './routes.ts';
import { allOf, newSession, startRun } from './runs.ts';
import { request, Wire, type Reply } from './wire.ts';

const { numRuns, seed } = fuzzing();
/** Refusals that tell what another machine did. */
const OF_OTHERS: readonly string[] = ['provider_error', 'migration_target_away'];

// This test needs much processor time; the machine may be busy.
jest.setTimeout(60_000 + numRuns * 300);

let engine: TestEngine;
/** For the request after each hostile one; the engine may close it when it is idle. */
let next: Wire | undefined;
beforeAll(async () => {
  // Open, even once a request has set `require_token`.
  engine = await startTestEngine({ model: new ScriptedModel(), surface: { token: () => null } });
  // This model would not answer as asked, which is logged.
  await engine.client['config.set']({ body: { memory_extraction: false } });
});
afterAll(async () => {
  next?.destroy();
  await engine.stop();
});

async function answerTo(route: Route, hostile: Hostile): Promise<Reply> {
  const wire = await Wire.open(engine.port);
  try {
    wire.send(bytesOf(route.method, engine.port, hostile));
    return await wire.reply(route.method, isEndless(route));
  } finally {
    wire.destroy();
  }
}

async function survives(route: Route, hostile: Hostile): Promise<void> {
  const logged = engine.log.lines.length;
  const reply = await answerTo(route, hostile);
  // What is at a hostile address, or that nothing is there, is no fault of the engine.
  const asksAnother = route.row.refuses.some((code) => OF_OTHERS.includes(code));
  const isOfAnother = [502, 504].includes(reply.status) && asksAnother;
  if (reply.status >= 300) expectSomeProblem(reply);
  if (reply.status === 200 && route.row.kind === 'events' && !isEndless(route)) expectWholeFrames(reply.body);
  // Before the next request: what is looked through after a run may fail meanwhile, and warns of it.
  const told = engine.log.lines.slice(logged).filter(({ level }) => level === 'error' || level === 'warn');
  const health = await healthNow();
  // One expectation, because each costs as much as a request.
  expect({
    isFault: reply.status >= 500 && !isOfAnother,
    inherited: Object.keys(Object.prototype),
    polluted: ({} as { polluted?: unknown }).polluted,
    told,
    next: health.status,
  }).toEqual({ isFault: false, inherited: [], polluted: undefined, told: [], next: 200 });
}

async function healthNow(): Promise<Reply> {
  const isNew = next === undefined || next.ended;
  if (next === undefined || isNew) next = await Wire.to(engine.port);
  next.send(request(engine.port, { target: '/health' }));
  return next.reply().catch((error: unknown) => {
    next = undefined;
    if (isNew) throw error;
    return healthNow();
  });
}

/**
 * No input breaks the frames: each has its parts and one line of JSON, and the last one ends the stream.
 */
function expectWholeFrames(body: string): void {
  const frames = body.split('\n\n');
  expect(frames.pop()).toBe('');
  const said = frames.filter((frame) => !frame.startsWith(': '));
  for (const frame of said) {
    const [, data = ''] = /^id: \d+\nevent: [a-z_]+\ndata: (.+)$/u.exec(frame) ?? [];
    expect(JSON.parse(data)).toEqual(expect.any(Object));
  }
  const ends = said.map((frame) => /^event: (?:done|error)$/mu.test(frame));
  expect(ends.indexOf(true)).toBe(said.length - 1);
}

for (const route of routes)
  verifies(
    'security.fuzz',
    `${route.row.route}: hostile requests get a 4xx problem, and the next request is answered`,
    async () => {
      const session = await newSession(engine);
      const stream = await startRun(engine, session.id, 'go');
      await allOf(stream);
      const ids = [session.id, session.threadId, stream.runId ?? ''];
      const each = fc.asyncProperty(hostileTo(route, ids), (hostile) => survives(route, hostile));
      await fc.assert(each, { numRuns: casesOf(route.row.route, numRuns), seed });
    },
  );
