import { createClient, type Client, type Transport } from '../../../src/contract/client.ts';
import { socketRows } from '../../../src/contract/http/rows.ts';
import { routesOf } from '../../../src/contract/routes.ts';
import type { RequestTo, AnswerOf } from '../../../src/contract/client.ts';
import { ScriptedModel, text, type Step } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine, type TestEngineOptions } from '../../harness/in-process-engine.ts';
import { until } from '../http/wire.ts';

type Rows = typeof socketRows;
type StartBody = RequestTo<Rows['toolServer.start']>['body'];
export type Polled = AnswerOf<Rows['toolServer.poll']>;
type Principal = StartBody['principal'];

export interface HostedEngine extends TestEngine {
  /** A client of all rows, as over the private socket. */
  readonly ask: Client<Rows>;
}

/** An engine whose listener serves what the private socket serves. */
export async function startHostedEngine(options: TestEngineOptions = {}): Promise<HostedEngine> {
  const engine = await startTestEngine({ ...options, surface: { isPrivate: true, ...options.surface } });
  return { ...engine, ask: clientOf(engine.baseUrl) };
}

export const clientOf = (baseUrl: string): Client<Rows> =>
  createClient(routesOf(socketRows), { baseUrl, transport: fetch as Transport });

/** A host at an engine whose models play what `runs` holds when a run begins, one list of turns each, or say "fine". */
export interface Scene {
  readonly engine: HostedEngine;
  readonly host: ReturnType<typeof hostOf>;
  readonly runs: (readonly (readonly Step[])[])[];
  readonly models: readonly ScriptedModel[];
  /** A run waits for this before its model opens. */
  opening: Promise<void>;
  /** What the model of the newest run was last asked, as JSON. */
  told(): string;
}

export async function startScene(options: TestEngineOptions = {}): Promise<Scene> {
  const models: ScriptedModel[] = [];
  const open = async () => {
    await scene.opening;
    const model = new ScriptedModel(scene.runs.shift() ?? [[text('fine')]]);
    models.push(model);
    return model;
  };
  const engine = await startHostedEngine({ ...options, models: { open } });
  const scene: Scene = {
    engine,
    host: hostOf(engine),
    runs: [],
    models,
    opening: Promise.resolve(),
    told: () => JSON.stringify(models.at(-1)?.requests.at(-1)?.messages),
  };
  return scene;
}

/** What a host of the tool server does. */
export function hostOf({ ask }: Pick<HostedEngine, 'ask'>, principal: Principal = 'stdio') {
  const start = async (task: string, more: Partial<StartBody> = {}) =>
    await ask['toolServer.start']({
      body: { principal, client: 'a host', task, waits: 'poll', canAsk: true, stateDir: null, ...more },
    });
  const poll = async (runId: string, more: { readonly cursor?: number; readonly sessionId?: string } = {}) =>
    await ask['toolServer.poll']({ params: { runId }, body: { principal, ...more } });
  const reply = async (runId: string, answer: string, more: { readonly promptId?: string } = {}) =>
    await ask['toolServer.reply']({ params: { runId }, body: { principal, answer, ...more } });
  const abort = async (sessionId: string) =>
    await ask['toolServer.abort']({ params: { sessionId }, body: { principal } });
  const reset = async (sessionId: string) =>
    await ask['toolServer.reset']({ params: { sessionId }, body: { principal } });
  const file = async (path: string) => await ask['toolServer.file']({ body: { principal, path } });

  async function polledUntil(
    runId: string,
    what: string,
    isSo: (polled: Polled) => boolean,
  ): Promise<Polled> {
    let last = await poll(runId);
    await until(what, async () => isSo((last = await poll(runId))));
    return last;
  }
  return {
    start,
    poll,
    reply,
    abort,
    reset,
    file,
    polledUntil,
    done: async (runId: string) => await polledUntil(runId, 'the run is done', ({ done }) => done),
    asked: async (runId: string) =>
      await polledUntil(runId, 'the run asks', ({ waiting_for_input }) => waiting_for_input !== undefined),
  };
}
