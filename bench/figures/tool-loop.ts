import { toolCallId } from '../../src/core/kernel/ids.ts';
import type { ModelMessage, ToolCallBlock } from '../../src/core/ports/model.ts';
import { bareRequest } from '../bare-request.ts';
import { converse, newSession } from '../client.ts';
import type { Figure, Finding } from '../figure.ts';
import type { Lab, Server } from '../lab.ts';
import { compared, interleaved, sides } from '../measure.ts';
import { ask } from '../upstream.ts';
import { taskFor, type Script } from '../script.ts';
import { wires } from '../wires/all.ts';
import type { Wire } from '../wires/wire.ts';

const CALLS = 50;
const TURNS = CALLS + 1;

export const toolLoop: Figure = {
  name: 'tool-loop',
  does: 'a run of 50 tool calls, one in a turn; bare: 51 requests to the provider with a growing conversation',
  measure: async (lab) => {
    const found: Finding[] = [];
    for (const wire of wires) {
      found.push(await perTurn(lab, wire, 'do_nothing', { atMost: 1.5 }));
      // This one includes the disk: each file and its folder are synced.
      found.push(await perTurn(lab, wire, 'write_file'));
    }
    return found;
  },
};

async function perTurn(
  lab: Lab,
  wire: Wire,
  tool: string,
  bound?: { readonly atMost: number },
): Promise<Finding> {
  const provider = await lab.provider();
  const engine = await lab.engine(provider, wire);
  const script: Script = { does: 'call', tool, times: CALLS };
  const pairs = await interleaved(
    { warmUp: 5, counted: 30 },
    async () => {
      const run = await newSession(engine.url);
      return (await converse(run, { task: taskFor(script) })).totalMs / TURNS;
    },
    async () => (await bareLoop(provider, wire, script)) / TURNS,
  );
  await Promise.all([engine.stop(), provider.stop()]);
  const spread = compared(pairs, (pair) => pair.engine - pair.bare);
  return {
    what: `tool loop, ${tool}, ${wire.name}`,
    unit: 'ms/turn',
    ...sides(pairs),
    result: { spread, shown: 'added' },
    ...(bound ? { bound } : {}),
  };
}

/** The loop without the engine: call the model, answer the tool call with a fixed text, call again. */
async function bareLoop(provider: Server, wire: Wire, script: Script): Promise<number> {
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
