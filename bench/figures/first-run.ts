import { converse, newSession } from '../client.ts';
import type { Figure } from '../figure.ts';
import { ratio } from '../series.ts';
import { taskFor, type Script } from '../script.ts';
import { messages } from '../wires/messages.ts';

const RUNS = 10;
const script: Script = { does: 'say', chunks: 1, pauseMs: 5 };

export const firstRun: Figure = {
  name: 'first-run',
  summary: 'the first text of the first run of a new process; bare: of its tenth run',
  async *series(lab) {
    const provider = await lab.provider();
    let tenth = NaN;
    yield {
      rows: [
        {
          what: 'first run of a process',
          unit: 'ms',
          bounds: [ratio.atMost(15), { of: 'engine', atMost: 250 }],
        },
      ],
      rounds: { warmUp: 1, counted: 15 },
      engine: async () => {
        const engine = await lab.builtFor(provider, messages);
        const took: number[] = [];
        while (took.length < RUNS) {
          const run = await newSession(engine.url);
          took.push((await converse(run, { task: taskFor(script) })).firstTextMs);
        }
        await engine.stop();
        tenth = took.at(-1) ?? NaN;
        return [took[0] ?? NaN];
      },
      bare: async () => [tenth],
    };
    await provider.stop();
  },
};
