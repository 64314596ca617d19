import { setTimeout as sleep } from 'node:timers/promises';
import { converse, newSession } from '../client.ts';
import type { Figure } from '../figure.ts';
import type { Lab, Server } from '../lab.ts';
import { ratio, type Sample, type Series } from '../series.ts';
import { taskFor, type Script } from '../script.ts';
import { messages } from '../wires/messages.ts';

const RUNS = 10;
/** A person needs longer to type a task; by then the engine has loaded what the first run needs. */
const LATER_MS = 1_000;
const script: Script = { does: 'say', chunks: 1, pauseMs: 5 };

export const firstRun: Figure = {
  name: 'first-run',
  summary:
    'the first text of the first run of a new process, at once and a second after its port is open; bare: of its tenth run',
  async *series(lab) {
    const provider = await lab.provider();
    yield {
      rows: [
        {
          what: 'first run of a process, at once',
          unit: 'ms',
          bounds: [ratio.atMost(15), { of: 'engine', atMost: 250 }],
        },
      ],
      ...rounds,
      ...runsOf(lab, provider, 0),
    };
    yield {
      rows: [
        {
          what: 'first run of a process, a second later',
          unit: 'ms',
          // A person waits for it: a tenth of a second is what feels immediate.
          bounds: [ratio.atMost(9), { of: 'engine', atMost: 100 }],
        },
      ],
      ...rounds,
      ...runsOf(lab, provider, LATER_MS),
    };
    await provider.stop();
  },
};

const rounds = { rounds: { warmUp: 1, counted: 15 } };

/** The first run of a new engine; bare: the tenth run of the same one. */
function runsOf(lab: Lab, provider: Server, delayMs: number): Pick<Series, 'engine' | 'bare'> {
  let tenth = NaN;
  const engine: Sample = async () => {
    const { url, stop } = await lab.builtFor(provider, messages);
    await sleep(delayMs);
    const took: number[] = [];
    while (took.length < RUNS)
      took.push((await converse(await newSession(url), { task: taskFor(script) })).firstTextMs);
    await stop();
    tenth = took.at(-1) ?? NaN;
    return [took[0] ?? NaN];
  };
  return { engine, bare: async () => [tenth] };
}
