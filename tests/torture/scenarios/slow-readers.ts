// Clients that request a stream and read nothing.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { watched as startWatching, type Seen } from '../../../bench/watched.ts';
import type { Lab, Started } from '../lab.ts';
import { tasks } from '../provider.ts';
import { ask, run } from '../requests.ts';
import type { Scenario } from '../scenario.ts';

const READERS = 50;
const LIVE = 10;
/** 20 MB. */
const LARGE = tasks.say(2_000, 10_000, 0);
/** A stream of 4 MB, sent over several seconds. */
const LONG = tasks.say(400, 10_000, 30);
/** The engine disconnects them after 30 s. */
const WATCHED_MS = 20_000;
const STALLED_S = 45;
/** A megabyte for each of the readers, and as much again. */
const MOST_GROWTH_MB = 100;
/** The last event of an unread run has its whole answer: as text, as a frame, and as bytes for the socket. */
const MOST_UNREAD_MB = LIVE * 3 * 4 + 30;
/** While ten answers of 4 MB end at once, one after the other. */
const SLOWEST_MS = 400;

export const slowReaders: Scenario = {
  name: 'slow-readers',
  promise: ['R15'],
  needs: ['proc'],
  run: async (lab) => {
    const engine = await lab.start(lab.fresh());
    const broken: string[] = [];
    const large = await run(engine, LARGE);
    const runId = /"runId":"([^"]+)"/u.exec((await ask(engine, 'GET /api/history/runs')).body)?.[1] ?? '';
    const whole = await ask(engine, `GET /api/runs/${runId}/events`);
    if (whole.body !== large.stream) broken.push('the replay of 20 MB differs from the stream');

    // First as many that read: what the heap needs for their garbage is no cost of those that do not.
    const route = `GET /api/runs/${runId}/events`;
    const reading = Array.from({ length: READERS }, () => unread(engine, route).resume());
    const besideReaders = await watched(engine);
    for (const socket of reading) socket.destroy();
    const replays = Array.from({ length: READERS }, () => unread(engine, route));
    const beside = await watched(engine);
    if (beside.gainedMb > MOST_GROWTH_MB)
      broken.push(`${READERS} readers that do not read cost ${mb(beside.gainedMb)}`);

    // Measure the same runs with normal readers, to subtract what the runs themselves need.
    const read = await Promise.all([
      watched(engine),
      ...Array.from({ length: LIVE }, () => run(engine, LONG)),
    ]);
    const live = await Promise.all(Array.from({ length: LIVE }, () => unreadRun(lab, engine)));
    const unreadRuns = await watched(engine);
    const more = unreadRuns.gainedMb - read[0].gainedMb;
    if (more > MOST_UNREAD_MB) broken.push(`${LIVE} unread runs cost ${mb(more)} more than read ones`);
    const slowest = Math.max(beside.longestMs, unreadRuns.longestMs);
    if (slowest > SLOWEST_MS) broken.push(`another client waited for ${Math.round(slowest)} ms`);

    let open = await openStreams(engine);
    for (let left = STALLED_S; open > 0 && left > 0; left -= 1) {
      await sleep(1_000);
      open = await openStreams(engine);
    }
    if (open !== 0) broken.push(`${open} unread streams are still open`);
    const { body } = await ask(engine, 'GET /api/history/runs?limit=200');
    const completed = (body.match(/"status":"completed"/gu) ?? []).length;
    if (completed !== 2 * LIVE + 1) broken.push(`${completed} of ${2 * LIVE + 1} runs are completed`);
    for (const socket of [...replays, ...live]) socket.destroy();
    await engine.stop();
    return {
      did: `${READERS} sockets that read 20 MB, ${READERS} that do not; ${LIVE} read runs of 4 MB, ${LIVE} unread ones; ${WATCHED_MS / 1000} s each`,
      broken,
      figures:
        `memory ${mb(besideReaders.mostMb)}, ${mb(besideReaders.gainedMb)} more for sockets that read, ${mb(beside.gainedMb)} for others, ${mb(read[0].gainedMb)} for read runs, ` +
        `${mb(unreadRuns.gainedMb)} for unread ones; the longest wait of another client ${Math.round(slowest)} ms`,
    };
  },
};

/** What another client sees meanwhile. Its process is its own: this one reads and provides at the same time. */
async function watched(engine: Started): Promise<Seen> {
  const seen = await startWatching({ url: engine.baseUrl, pid: engine.pid });
  await sleep(WATCHED_MS);
  return await seen();
}

async function openStreams(engine: Started): Promise<number> {
  const { body } = await ask(engine, 'GET /api/metrics');
  return Number(/"svc_open_streams","value":(\d+)/u.exec(body)?.[1]);
}

const mb = (value: number): string => `${Math.round(value)} MB`;

/** A connection that sends a request and never reads the answer. */
function unread({ baseUrl }: Started, route: string, body = ''): Socket {
  const [method = '', path = ''] = route.split(' ');
  const { port } = new URL(baseUrl);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined).pause();
  const length = body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${length}\r\n${body}`);
  return socket;
}

async function unreadRun(lab: Lab, engine: Started): Promise<Socket> {
  const { sessionId } = await engine.client['sessions.create']({ body: {} });
  const before = lab.provider.arrived.length;
  const socket = unread(engine, `POST /api/sessions/${sessionId}/run`, JSON.stringify({ task: LONG }));
  await lab.provider.reached(before + 1);
  return socket;
}
