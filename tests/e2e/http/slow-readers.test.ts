import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from '@jest/globals';
import { httpLimits } from '../../../src/contract/http/limits.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { gate, ScriptedModel, text, type Step } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { heldBytes } from '../../harness/held-bytes.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, countedOut, idsOf, newSession, replay, startRun, textIn } from './runs.ts';
import { request, until } from './wire.ts';

const READERS = 50;
/** The engine looks for old backups once a day, and notes the time every few minutes. */
const OF_ENGINE = 2;
const DELTA = 2_048;
const DELTAS = 4_000;
/** A page of events from the store and what the socket buffers: far less than the run's output. */
const MOST_HELD = 2 ** 20;

let engine: TestEngine;

const gulps = (count: number): readonly Step[] =>
  Array.from({ length: count }, (_, index) => text(`${index}:`.padEnd(DELTA, 'x')));

/** A reader that sends its request and then reads nothing. */
async function unwillingReader(runId: string | null): Promise<Socket> {
  const socket = connect({ port: engine.port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(request(engine.port, { target: `/api/runs/${runId}/events` }));
  return socket;
}

/** The id of the last whole frame that reached a socket before the engine closed it. */
async function lastIdOn(socket: Socket): Promise<number> {
  const got: Buffer[] = [];
  socket.on('data', (bytes: Buffer) => got.push(bytes));
  await once(socket, 'close');
  const frames = Buffer.concat(got)
    .toString('utf8')
    .matchAll(/^id: (\d+)\nevent: \w+\ndata: .*\n\n/gmu);
  return Number([...frames].at(-1)?.[1]);
}

verifies(
  ['streams.slow-readers', 'streams.replay'],
  `${READERS} readers that read nothing delay neither the run nor others, cost bounded memory, are disconnected, and can resume`,
  async () => {
    const clock = new ManualClock();
    const warnings: Error[] = [];
    const warned = (warning: Error) => void warnings.push(warning);
    process.on('warning', warned);
    const pause = gate();
    const model = new ScriptedModel([[text('go'), pause.step, ...gulps(DELTAS)]]);
    engine = await startTestEngine({ model, platform: { clock } });
    await until('the engine has its own timer', () => clock.waiting === OF_ENGINE);
    const session = await newSession(engine);
    const first = await startRun(engine, session.id, 'go');
    await pause.reached;
    const sockets = await Promise.all(Array.from({ length: READERS }, () => unwillingReader(first.runId)));
    // The first reader and each of these has a heartbeat timer.
    await until('all readers have their stream', () => clock.waiting >= OF_ENGINE + READERS + 1);

    const before = heldBytes();
    const whole = allOf(first);
    pause.open();
    const events = await whole;
    expect(events.at(-1)?.type).toBe('done');
    expect(idsOf(events)).toEqual(countedOut(events));
    expect(textIn(events).length).toBe(2 + DELTA * DELTAS);
    expect((await engine.client['engine.status']()).activeRuns).toBe(0);

    await until('all of them have stalled', () => clock.waiting >= OF_ENGINE + 2 * READERS);
    // Memory of the test itself: the answer as events and, in the last of them, as one text.
    const own = 2 * DELTA * DELTAS;
    expect(heldBytes() - before - own).toBeLessThan(READERS * MOST_HELD);

    await clock.advance(httpLimits.stalledReaderMs - 1);
    expect(clock.waiting).toBe(OF_ENGINE + 2 * READERS);
    await clock.advance(1);
    await until('they have been let go', () => clock.waiting === OF_ENGINE);

    for (const socket of sockets.slice(0, 3)) {
      const lastId = await lastIdOn(socket);
      expect(lastId).toBeLessThan(events.length);
      expect(await allOf(replay(engine, first.runId, lastId))).toEqual(events.slice(lastId));
    }
    for (const socket of sockets) socket.destroy();
    process.off('warning', warned);
    expect(warnings).toEqual([]);
    expect(engine.log.events('error')).toEqual([]);
  },
);
