import { ScriptedModel, text, toolCalls, type ScriptedCall } from '../../doubles/scripted-model.ts';
import { afterwards } from '../../harness/afterwards.ts';
import { startTestEngine, type TestEngine, type TestEngineOptions } from '../../harness/in-process-engine.ts';
import { eventually } from '../boot/eventually.ts';
import { allAnswered, newSession, startRun, type Event } from '../http/runs.ts';

/** Ends it after the test. */
export function closing<One extends { close(): Promise<void> }>(one: One): One {
  afterwards(() => one.close());
  return one;
}

/** An engine whose models play what `script` holds when a run begins. */
export async function anEngine(options: TestEngineOptions = {}) {
  let model = new ScriptedModel([]);
  const engine = await startTestEngine({ ...options, models: { open: async () => model } });
  return {
    ...engine,
    /** One run whose model makes these calls, one in each turn; each question gets this answer. */
    run: async (
      calls: readonly ScriptedCall[],
      answer = 'consent.once',
      seen: (event: Event) => void = () => undefined,
    ) => {
      model = new ScriptedModel([...calls.map((call) => [toolCalls(call)]), [text('Done.')]]);
      const session = await newSession(engine);
      const events = await allAnswered(engine, await startRun(engine, session.id, 'go'), answer, seen);
      const results = events.flatMap((event) =>
        event.type === 'tool_result' ? [event.data as { output: string; success: boolean }] : [],
      );
      return { events, results, offered: model.requests[0]?.tools.map(({ name }) => name) ?? [] };
    },
  };
}

const states = async ({ client }: Pick<TestEngine, 'client'>) =>
  Object.fromEntries(
    (await client['tool-servers.list']()).servers.map(({ name, state }) => [name, state] as const),
  );

/** Adds a server, and waits until it is connected. */
export async function connectedTo(
  engine: Pick<TestEngine, 'client'>,
  name: string,
  url: string,
): Promise<void> {
  await engine.client['tool-servers.add']({ body: { name, url } });
  await standing(engine, name, 'connected');
}

export const standing = (
  engine: Pick<TestEngine, 'client'>,
  name: string,
  state: 'connected' | 'away',
): Promise<void> => eventually(`${name} ${state}`, async () => (await states(engine))[name] === state);

/** The state of each tool of a server. */
export const toolsOf = async ({ client }: Pick<TestEngine, 'client'>, name: string) =>
  Object.fromEntries(
    (await client['tool-servers.get']({ params: { name } })).tools.map((tool) => [tool.name, tool.state]),
  );
