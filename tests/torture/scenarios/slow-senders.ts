// Clients that hold a connection and send almost nothing.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpLimits } from '../../../src/contract/http/limits.ts';
import { descriptorsOf, type Started } from '../lab.ts';
import { ask, percentile } from '../requests.ts';
import type { Scenario } from '../scenario.ts';

const IDLE = 5_000;
const SLOW = 100;
const SLOWEST_MS = 250;
/** Descriptors of files, and those that Node itself opens. */
const OTHER_DESCRIPTORS = 100;
const IDLE_MS = 15_000;
/** The server checks connections every two seconds. */
const GRACE_MS = 5_000;

export const slowSenders: Scenario = {
  name: 'slow-senders',
  promise: ['S40'],
  needs: ['proc'],
  run: async (lab) => {
    const engine = await lab.start(lab.fresh());
    const broken: string[] = [];

    const idle = await opened(engine, IDLE);
    const descriptors = descriptorsOf(engine.pid);
    if (descriptors > httpLimits.sockets + OTHER_DESCRIPTORS)
      broken.push(`${descriptors} descriptors are open, and ${httpLimits.sockets} connections are allowed`);
    const withIdle = await served(engine, IDLE_MS, broken);
    for (const socket of idle) socket.destroy();

    const headers = await opened(engine, SLOW, 'GET /api/threads HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ');
    const bodies = await opened(
      engine,
      SLOW,
      'PUT /api/memory/status HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
    );
    const dripping = setInterval(() => {
      for (const socket of [...headers, ...bodies]) if (socket.writable) socket.write('a');
    }, 500);
    const headersMs = httpLimits.headersMs + GRACE_MS;
    const first = await served(engine, headersMs, broken);
    const slowHeaders = headers.filter(({ closed }) => !closed).length;
    if (slowHeaders > 0)
      broken.push(`${slowHeaders} slow headers are still being read after ${headersMs} ms`);
    const bodiesMs = httpLimits.requestMs + GRACE_MS;
    const second = await served(engine, bodiesMs - headersMs, broken);
    const slowBodies = bodies.filter(({ closed }) => !closed).length;
    if (slowBodies > 0) broken.push(`${slowBodies} slow bodies are still being read after ${bodiesMs} ms`);
    clearInterval(dripping);
    for (const socket of [...headers, ...bodies]) socket.destroy();

    for (const [what, p99] of [
      ['idle sockets', withIdle],
      ['slow senders', Math.max(first, second)],
    ] as const)
      if (p99 > SLOWEST_MS) broken.push(`beside ${what} others waited ${Math.round(p99)} ms (p99)`);
    await engine.stop();
    return {
      did: `${IDLE} idle sockets; ${SLOW} slow headers and ${SLOW} slow bodies, a byte each half second`,
      broken,
      figures:
        `others p99 ${Math.round(withIdle)} ms beside idle ones, ${Math.round(Math.max(first, second))} ms beside slow ones; ` +
        `${descriptors} descriptors after ${IDLE} connections`,
    };
  },
};

/** Opens this many connections and sends `begins` on each. */
async function opened({ baseUrl }: Started, count: number, begins = ''): Promise<readonly Socket[]> {
  const { port } = new URL(baseUrl);
  const sockets: Socket[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined).resume();
    if (begins !== '') socket.write(begins);
    sockets.push(socket);
    if (nth % 200 === 199) await sleep(20);
  }
  return sockets;
}

/** The 99th percentile of the wait of other clients meanwhile. */
async function served(engine: Started, ms: number, broken: string[]): Promise<number> {
  const times: number[] = [];
  const until = performance.now() + ms;
  let failed = 0;
  while (performance.now() < until) {
    const answer = await ask(engine, 'GET /api/threads');
    if (answer.status !== 200) failed += 1;
    times.push(answer.ms);
    await sleep(25);
  }
  if (failed > 0) broken.push(`${failed} of ${times.length} other requests failed`);
  return percentile(times, 0.99);
}
