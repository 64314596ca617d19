import { bareRequest } from './bare-request.ts';
import { converse, newSession, type Answered } from './client.ts';
import { cpuMs } from './cpu.ts';
import type { Lab, Server } from './lab.ts';
import { ratio, type Series } from './series.ts';
import { piecesOf, taskFor, type Script } from './script.ts';
import type { Wire } from './wires/wire.ts';

export interface Streams {
  readonly what: string;
  readonly atOnce: number;
  readonly chunks: number;
  readonly rounds: Series['rounds'];
  /** Of the events per second that the proxy passes on. */
  readonly atLeast: number;
  /** Of the processor time that the proxy takes. */
  readonly cpuAtMost: number;
}

/**
 * Provider events per second that reach the client through the engine and through the proxy, and the
 * processor time that each takes. The engine may merge texts that it commits together, so the test compares
 * the whole text, not the number of frames.
 */
export async function* throughput(lab: Lab, wire: Wire, streams: Streams): AsyncGenerator<Series> {
  const { what, atOnce, chunks, rounds, atLeast, cpuAtMost } = streams;
  const provider = await lab.provider();
  const [engine, proxy] = await Promise.all([lab.builtFor(provider, wire), lab.proxy(provider, wire)]);
  const script: Script = { does: 'say', chunks };
  const body = bareRequest(wire, script);
  const whole = piecesOf(chunks).join('');
  const taken = async (server: Server, one: () => Promise<Answered>): Promise<readonly number[]> => {
    const cpuBefore = cpuMs(server.pid);
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: atOnce }, one));
    const seconds = (performance.now() - startedAt) / 1000;
    const cpu = cpuMs(server.pid) - cpuBefore;
    if (answers.some(({ text }) => text !== whole)) throw new Error(`${what}: the text is not whole`);
    const events = atOnce * chunks;
    return [events / seconds, (1_000 * cpu) / events];
  };
  yield {
    rows: [
      { what: `${what}, ${wire.name}`, unit: 'events/s', bounds: [ratio.atLeast(atLeast)] },
      {
        what: `${what}, CPU of 1,000, ${wire.name}`,
        unit: 'ms',
        bounds: [ratio.atMost(cpuAtMost)],
      },
    ],
    rounds,
    engine: async () => {
      const runs = await Promise.all(Array.from({ length: atOnce }, () => newSession(engine.url)));
      return await taken(engine, async () => await converse(runs.pop() ?? '', { task: taskFor(script) }));
    },
    bare: async () => await taken(proxy, async () => await converse(proxy.url, body)),
  };
  await Promise.all([engine.stop(), proxy.stop(), provider.stop()]);
}
