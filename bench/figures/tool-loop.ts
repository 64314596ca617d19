import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { toolCallId } from '../../src/core/kernel/ids.ts';
import type { ModelMessage, ToolCallBlock } from '../../src/core/ports/model.ts';
import { bareRequest } from '../bare-request.ts';
import { converse, newSession } from '../client.ts';
import type { Figure } from '../figure.ts';
import type { Lab, Server } from '../lab.ts';
import { ratio, type Bound, type Sample, type Series } from '../series.ts';
import { ask } from '../upstream.ts';
import { taskFor, type Script } from '../script.ts';
import { wires } from '../wires/all.ts';
import type { Wire } from '../wires/wire.ts';

const CALLS = 50;
const TURNS = CALLS + 1;

export const toolLoop: Figure = {
  name: 'tool-loop',
  summary:
    'a run of 50 tool calls, one in a turn, that read or that write a file; bare: 51 requests to the provider with a growing conversation, and the same file written and synced',
  async *series(lab) {
    for (const wire of wires) {
      yield* perTurn(lab, wire, 'do_nothing', async () => undefined, [
        ratio.atMost(2.3),
        { of: 'slow - engine', atMost: 1 },
      ]);
      const folder = lab.folder('written');
      yield* perTurn(lab, wire, 'write_file', (nth) => writeDurably(folder, nth), [ratio.atMost(4)]);
    }
  },
};

async function* perTurn(
  lab: Lab,
  wire: Wire,
  tool: string,
  act: (nth: number) => Promise<void>,
  bounds: readonly Bound[],
): AsyncGenerator<Series> {
  const provider = await lab.provider();
  const engine = await lab.engine(provider, wire);
  const slow = await lab.onSlow((disk) => lab.engine(provider, wire, disk));
  const script: Script = { does: 'call', tool, times: CALLS };
  const ofEngine =
    ({ url }: Server): Sample =>
    async () => {
      const run = await newSession(url);
      return [(await converse(run, { task: taskFor(script) })).totalMs / TURNS];
    };
  yield {
    rows: [{ what: `tool loop, ${tool}, ${wire.name}`, unit: 'ms/turn', bounds }],
    rounds: { warmUp: 3, counted: 10 },
    engine: ofEngine(engine),
    bare: async () => [(await bareLoop(provider, wire, script, act)) / TURNS],
    ...(slow ? { slow: ofEngine(slow) } : {}),
  };
  await Promise.all([engine.stop(), slow?.stop(), provider.stop()]);
}

/** The loop without the engine: call the model, carry out the call, answer it with a fixed text, call again. */
async function bareLoop(
  provider: Server,
  wire: Wire,
  script: Script,
  act: (nth: number) => Promise<void>,
): Promise<number> {
  const startedAt = performance.now();
  const after: ModelMessage[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const calls: ToolCallBlock[] = [];
    for await (const batch of ask(provider.url, wire, bareRequest(wire, script, after))) {
      for (const event of batch) {
        if (event.type !== 'call') continue;
        const { id, name, input } = event;
        // On one of the wires a call comes in two parts, the arguments last.
        const begun = id === '' ? calls.pop() : undefined;
        calls.push({ type: 'tool_call', toolCallId: toolCallId(id), name, ...begun, input });
      }
    }
    if (calls.length > 0) await act(turn);
    after.push({ role: 'assistant', content: calls }, { role: 'user', content: calls.map(result) });
  }
  return performance.now() - startedAt;
}

const result = ({ toolCallId }: ToolCallBlock) => ({
  type: 'tool_result' as const,
  toolCallId,
  output: 'Did what was asked.',
  success: true,
});

/** Whole or not at all: a new file that is synced, its move into place, and a sync of the folder. */
async function writeDurably(folder: string, nth: number): Promise<void> {
  const unfinished = join(folder, 'unfinished');
  const file = await open(unfinished, 'w');
  await file.writeFile(`what call ${nth} has to say`);
  await file.sync();
  await file.close();
  await rename(unfinished, join(folder, `file-${nth % 10}.txt`));
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}
