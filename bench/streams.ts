import { bareRequest } from './bare-request.ts';
import { converse, newSession, type Answered } from './client.ts';
import type { Finding } from './figure.ts';
import type { Lab } from './lab.ts';
import { compared, interleaved, sides } from './measure.ts';
import { piecesOf, taskFor, type Script } from './wire.ts';

export interface Streams {
  readonly what: string;
  readonly atOnce: number;
  readonly chunks: number;
  readonly rounds: { readonly warmUp: number; readonly counted: number };
  readonly atLeast: number;
}

/**
 * How many events of the provider reach the client in a second, through the engine and through the proxy. The
 * engine may merge texts that it commits together, so the whole text counts and not the number of its frames.
 */
export async function throughput(
  lab: Lab,
  { what, atOnce, chunks, rounds, atLeast }: Streams,
): Promise<Finding> {
  const provider = await lab.provider();
  const [engine, proxy] = await Promise.all([lab.engine(provider), lab.proxy(provider)]);
  const script: Script = { does: 'say', chunks };
  const whole = piecesOf(chunks).join('');
  const rate = async (one: () => Promise<Answered>): Promise<number> => {
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: atOnce }, one));
    const seconds = (performance.now() - startedAt) / 1000;
    if (answers.some(({ text }) => text !== whole)) throw new Error(`${what}: the text is not whole`);
    return (atOnce * chunks) / seconds;
  };
  const pairs = await interleaved(
    rounds,
    async () => {
      const runs = await Promise.all(Array.from({ length: atOnce }, () => newSession(engine.url)));
      return await rate(async () => await converse(runs.pop() ?? '', { task: taskFor(script) }));
    },
    async () => await rate(async () => await converse(proxy.url, bareRequest(script))),
  );
  await Promise.all([engine.stop(), proxy.stop(), provider.stop()]);
  const spread = compared(pairs, (pair) => pair.engine / pair.bare);
  return {
    what,
    unit: 'events/s',
    ...sides(pairs),
    result: { spread, shown: 'ratio' },
    bound: { atLeast },
  };
}
