// Clients that request a stream and read nothing.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMb, type Lab, type Started } from '../lab.ts';
import { tasks } from '../provider.ts';
import { ask, percentile, run } from '../requests.ts';
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
const MOST_GROWTH_MB = 120;
const SLOWEST_MS = 250;

export const slowReaders: Scenario = {
  name: 'slow-readers',
  promise: ['R15'],
  needs: ['proc'],
  run: async (lab) => {
    const engine = await lab.start(lab.fresh());
    const broken: string[] = [];
    const large = await run(engine, LARGE);
    const runId = /"runId":"([^"]+)"/u.exec((await ask(engine, 'GET /api/history/runs')).body)?.[1] ?? '';
    // A reader that takes everything, so that later readers do not pay for first use.
    const whole = await ask(engine, `GET /api/runs/${runId}/events`);
    if (whole.body !== large.stream) broken.push('the replay of 20 MB differs from the stream');

    const replays = Array.from({ length: READERS }, () => unread(engine, `GET /api/runs/${runId}/events`));
    const beside = await watched(engine, broken);
    if (beside.grownMb > MOST_GROWTH_MB)
      broken.push(`${READERS} readers that do not read cost ${mb(beside.grownMb)}`);

    // Measure the same runs with normal readers, to subtract what the runs themselves need.
    const read = await Promise.all([
      watched(engine, broken),
      ...Array.from({ length: LIVE }, () => run(engine, LONG)),
    ]);
    const live = await Promise.all(Array.from({ length: LIVE }, () => unreadRun(lab, engine)));
    const unreadRuns = await watched(engine, broken);
    const more = unreadRuns.grownMb - read[0].grownMb;
    if (more > MOST_GROWTH_MB) broken.push(`${LIVE} unread runs cost ${mb(more)} more than read ones`);
    const slowest = Math.max(beside.slowest, unreadRuns.slowest);
    if (slowest > SLOWEST_MS) broken.push(`others waited for ${Math.round(slowest)} ms (p99)`);

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
      did: `${READERS} sockets that do not read 20 MB; ${LIVE} read runs of 4 MB, ${LIVE} unread ones; ${WATCHED_MS / 1000} s each`,
      broken,
      figures:
        `memory ${mb(beside.fromMb)}, ${mb(beside.grownMb)} more for the sockets, ${mb(read[0].grownMb)} for read runs, ` +
        `${mb(unreadRuns.grownMb)} for unread ones; others p99 ${Math.round(slowest)} ms`,
    };
  },
};

interface Watched {
  readonly fromMb: number;
  readonly grownMb: number;
  /** The 99th percentile of the wait of other clients meanwhile. */
  readonly slowest: number;
}

async function watched(engine: Started, broken: string[]): Promise<Watched> {
  const fromMb = residentMb(engine.pid);
  let mostMb = fromMb;
  const times: number[] = [];
  const until = performance.now() + WATCHED_MS;
  while (performance.now() < until) {
    mostMb = Math.max(mostMb, residentMb(engine.pid));
    const { status, ms } = await ask(engine, 'GET /api/threads');
    if (status !== 200) broken.push(`another client is answered with ${status}`);
    times.push(ms);
    await sleep(50);
  }
  return { fromMb, grownMb: mostMb - fromMb, slowest: percentile(times, 0.99) };
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
