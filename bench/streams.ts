import { bareRequest } from './bare-request.ts';
import { converse, newSession, type Answered } from './client.ts';
import { cpuMs } from './cpu.ts';
import type { Finding } from './figure.ts';
import type { Lab, Server } from './lab.ts';
import { compared, interleaved, sides, spreadOf } from './measure.ts';
import { piecesOf, taskFor, type Script } from './script.ts';
import type { Wire } from './wires/wire.ts';

export interface Streams {
  readonly what: string;
  readonly atOnce: number;
  readonly chunks: number;
  readonly rounds: { readonly warmUp: number; readonly counted: number };
  readonly atLeast: number;
}

/**
 * Provider events per second that reach the client through the engine and through the proxy, and the
 * processor time that each takes. The engine may merge texts that it commits together, so the test compares
 * the whole text, not the number of frames.
 */
export async function throughput(
  lab: Lab,
  wire: Wire,
  { what, atOnce, chunks, rounds, atLeast }: Streams,
): Promise<readonly Finding[]> {
  const provider = await lab.provider();
  const [engine, proxy] = await Promise.all([lab.engine(provider, wire), lab.proxy(provider, wire)]);
  const script: Script = { does: 'say', chunks };
  const body = bareRequest(wire, script);
  const whole = piecesOf(chunks).join('');
  const spent = { engine: [] as number[], bare: [] as number[] };
  const rate = async (server: Server, cpu: number[], one: () => Promise<Answered>): Promise<number> => {
    const cpuBefore = cpuMs(server.pid);
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: atOnce }, one));
    const seconds = (performance.now() - startedAt) / 1000;
    cpu.push(cpuMs(server.pid) - cpuBefore);
    if (answers.some(({ text }) => text !== whole)) throw new Error(`${what}: the text is not whole`);
    return (atOnce * chunks) / seconds;
  };
  const pairs = await interleaved(
    rounds,
    async () => {
      const runs = await Promise.all(Array.from({ length: atOnce }, () => newSession(engine.url)));
      const ask = async () => await converse(runs.pop() ?? '', { task: taskFor(script) });
      return await rate(engine, spent.engine, ask);
    },
    async () => await rate(proxy, spent.bare, async () => await converse(proxy.url, body)),
  );
  await Promise.all([engine.stop(), proxy.stop(), provider.stop()]);
  const spread = compared(pairs, (pair) => pair.engine / pair.bare);
  // The kernel counts in steps of 10 ms, so only the sum of many rounds is meaningful.
  const perThousand = (all: readonly number[]): number => {
    const counted = all.slice(rounds.warmUp);
    const sum = counted.reduce((a, b) => a + b, 0);
    return (sum / (counted.length * atOnce * chunks)) * 1_000;
  };
  const [engineCpu, bareCpu] = [perThousand(spent.engine), perThousand(spent.bare)];
  return [
    {
      what: `${what}, ${wire.name}`,
      unit: 'events/s',
      ...sides(pairs),
      result: { spread, shown: 'ratio' },
      bound: { atLeast },
    },
    {
      what: `CPU of 1,000 chunks, ${wire.name}`,
      unit: 'ms',
      engine: spreadOf([engineCpu]),
      bare: spreadOf([bareCpu]),
      result: { spread: spreadOf([engineCpu / bareCpu]), shown: 'ratio' },
    },
  ];
}
