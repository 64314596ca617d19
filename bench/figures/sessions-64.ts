import { bareRequest } from '../bare-request.ts';
import { converse, newSession, type Answered } from '../client.ts';
import type { Figure } from '../figure.ts';
import type { Server } from '../lab.ts';
import { ratio } from '../series.ts';
import { taskFor, type Script } from '../script.ts';
import { messages } from '../wires/messages.ts';

const SESSIONS = 64;
/** Of each session, one after the other. */
const RUNS = 4;
const script: Script = { does: 'say', chunks: 5 };

export const sessions64: Figure = {
  name: 'sessions-64',
  summary:
    '64 sessions at once, one short run after the other in each; bare: 64 clients of the parsing proxy',
  async *series(lab) {
    const provider = await lab.provider();
    const engine = await lab.builtFor(provider, messages);
    const proxy = await lab.proxy(provider, messages);
    const slow = await lab.onSlow((disk) => lab.builtFor(provider, messages, disk));
    const body = bareRequest(messages, script);
    const inSessions = async ({ url }: Server) => {
      const runs = await Promise.all(Array.from({ length: SESSIONS }, () => newSession(url)));
      return [await rate((nth) => converse(runs[nth] ?? '', { task: taskFor(script) }))];
    };
    yield {
      rows: [
        {
          what: '64 sessions',
          unit: 'runs/s',
          bounds: [ratio.atLeast(0.3), { of: 'slow / engine', atLeast: 0.8 }],
        },
      ],
      rounds: { warmUp: 3, counted: 15 },
      engine: () => inSessions(engine),
      bare: async () => [await rate(() => converse(proxy.url, body))],
      ...(slow ? { slow: () => inSessions(slow) } : {}),
    };
    await Promise.all([engine.stop(), slow?.stop(), proxy.stop(), provider.stop()]);
  },
};

async function rate(run: (session: number) => Promise<Answered>): Promise<number> {
  const startedAt = performance.now();
  const session = async (_: unknown, nth: number): Promise<void> => {
    for (let runs = 0; runs < RUNS; runs++) await run(nth);
  };
  await Promise.all(Array.from({ length: SESSIONS }, session));
  return (SESSIONS * RUNS) / ((performance.now() - startedAt) / 1000);
}
