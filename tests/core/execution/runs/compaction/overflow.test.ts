import { inText } from '../../../../../src/core/kernel/says.ts';
import { EVERYONE } from '../../../../../src/core/trust/people/model.ts';
import { expect } from '@jest/globals';
import { FittingModel } from '../../../../../src/core/instance/models/fitting-model.ts';
import { LearntWindows } from '../../../../../src/core/instance/models/windows.ts';
import {
  noPrice,
  type Model,
  type ModelEvent,
  type ModelRequest,
} from '../../../../../src/core/ports/model.ts';
import { DAY_MS } from '../../../../../src/core/kernel/durations.ts';
import { contextLimits } from '../../../../../src/core/execution/runs/limits.ts';
import { databaseTokens } from '../../../../../src/main/tokens.ts';
import { RecordingLog } from '../../../../doubles/recording-log.ts';
import { coreOver } from '../../../../harness/core.ts';
import { faultsIn } from '../../../../harness/well-formed.ts';
import { verifies } from '../../../../spec/verifies.ts';

/** A server with a window of its own: longer requests are refused. A token is three characters. */
class Server {
  window = 100_000;
  namesWindow = true;
  readonly taken: ModelRequest[] = [];
  readonly refused: ModelRequest[] = [];

  model(contextWindow: number): Model {
    const stream = (request: ModelRequest) => this.#answer(request);
    const facts = { id: 'local', provider: 'scripted', price: noPrice, outputLimit: 1_000 };
    return { ...facts, contextWindow, stream };
  }

  async *#answer(request: ModelRequest): AsyncGenerator<ModelEvent> {
    const tokens = JSON.stringify([request.system, request.messages, request.tools]).length / 3;
    const usage = {
      inputTokens: Math.ceil(tokens),
      outputTokens: 5,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
    };
    if (tokens > this.window) {
      this.refused.push(request);
      const failed = {
        type: 'end',
        stop: 'failed',
        usage,
        code: 'provider_error',
        retryable: false,
      } as const;
      const window = this.namesWindow ? { window: this.window } : {};
      yield { ...failed, says: [inText('too long')], fault: 'overflow', ...window };
      return;
    }
    this.taken.push(request);
    yield { type: 'text', text: request.system.startsWith('You summarise') ? 'a summary' : 'an answer' };
    yield { type: 'end', stop: 'end_turn', usage };
  }
}

const said = (request: ModelRequest | undefined): string => JSON.stringify(request?.messages);
const isSummary = ({ system }: ModelRequest): boolean => system.startsWith('You summarise');

/** An engine whose profile states a window of 100,000 tokens. */
function engine() {
  const server = new Server();
  const stated = {
    endpoint: 'http://a.example',
    provider: 'compat',
    modelId: 'm',
    contextWindow: 100_000,
  } as const;
  const open = async (): Promise<Model> => {
    const windows = learnt();
    return new FittingModel(
      server.model(await windows.of(stated)),
      {},
      async ({ contextWindow }) => server.model(contextWindow),
      (tokens) => windows.learn(stated, tokens),
    );
  };
  const core = coreOver({ open });
  const journal = core.get(databaseTokens.journal);
  const store = core.get(databaseTokens.databases).history.windows;
  /** As after a restart: everything is read from the database. */
  const learnt = (now = 1) => new LearntWindows({ store, journal, log: new RecordingLog(), now: () => now });
  return { ...core, server, learnt, stated };
}

/** A thread with this many runs of about 2,000 tokens. */
async function grown(runs: number, words = 'word '.repeat(1_200)) {
  const core = engine();
  const session = await core.newSession();
  for (let run = 0; run < runs; run++) await core.eventsOf(await core.start(session, `task ${run} ${words}`));
  return { ...core, session };
}

for (const namesWindow of [true, false])
  verifies(
    ['runs.overflow', 'models.window.learnt'],
    `a conversation that outgrew its server goes on in the same run, ${namesWindow ? 'told' : 'not told'} the window`,
    async () => {
      const core = await grown(20);
      core.server.window = 10_000;
      core.server.namesWindow = namesWindow;
      const events = await core.eventsOf(await core.start(core.session, 'and now?'));
      expect(events.at(-1)).toMatchObject({ type: 'done', data: { text: 'an answer' } });
      expect(events.flatMap(({ type, data }) => (type === 'retry' ? [data.code] : []))).toContain(
        'context_overflow',
      );
      expect(events.some(({ type }) => type === 'compaction')).toBe(true);
      const last = core.server.taken.findLast((request) => !isSummary(request));
      expect(faultsIn(last?.messages ?? [])).toEqual([]);
      expect(said(last)).toContain('a summary');
      expect(said(last)).toContain('and now?');
      // In pieces, each of which fits.
      expect(core.server.taken.filter(isSummary).length).toBeGreaterThan(1);
      // Every message stays.
      expect(
        await core.history.threads.messages(core.session.threadId, { after: 0, limit: 100 }),
      ).toHaveLength(42);

      const refused = core.server.refused.length;
      expect(refused).toBeLessThanOrEqual(namesWindow ? 2 : 10);
      await core.eventsOf(await core.start(core.session, 'and then?'));
      expect(core.server.refused).toHaveLength(refused);
    },
  );

verifies('models.window.learnt', 'it is kept until another window is stated', async () => {
  const core = engine();
  await core.learnt().learn(core.stated, 9_000);
  expect(await core.learnt().of(core.stated)).toBe(9_000);
  expect(await core.learnt().of({ ...core.stated, modelId: 'other' })).toBe(100_000);
  expect(await core.learnt().of({ ...core.stated, endpoint: 'http://b.example' })).toBe(100_000);
  expect(await core.learnt().of({ ...core.stated, contextWindow: 50_000 })).toBe(50_000);
  await core.learnt().learn(core.stated, 8_000);
  expect(await core.learnt().of(core.stated)).toBe(8_000);
});

verifies(
  'models.window.learnt',
  'it is tried again after a day, after a test and after a saving',
  async () => {
    const core = engine();
    await core.learnt().learn(core.stated, 9_000);
    expect(await core.learnt(DAY_MS).of(core.stated)).toBe(9_000);
    expect(await core.learnt(DAY_MS + 1).of(core.stated)).toBe(100_000);
    // Learnt by a clock that was ahead.
    expect(await core.learnt(0).of(core.stated)).toBe(100_000);
    const other = { ...core.stated, modelId: 'other' };
    await core.learnt().learn(other, 9_000);
    await core.learnt().forget(core.stated);
    expect(await core.learnt().of(core.stated)).toBe(100_000);
    expect(await core.learnt().of(other)).toBe(9_000);
    await core.learnt().forgetAll();
    expect(await core.learnt().of(other)).toBe(100_000);
  },
);

verifies('runs.overflow', 'one message that is larger than the window is shortened with a mark', async () => {
  const core = engine();
  core.server.window = 8_000;
  const session = await core.newSession();
  const events = await core.eventsOf(await core.start(session, `begins ${'word '.repeat(20_000)} ends`));
  expect(events.at(-1)?.type).toBe('done');
  const shown = said(core.server.taken.find((request) => !isSummary(request)));
  expect(shown).toMatch(/begins .* characters are left out here.* ends/u);
});

verifies(
  'runs.overflow',
  'compacting by hand takes the window that the server turns out to have',
  async () => {
    const core = await grown(20);
    core.server.window = 6_000;
    core.server.namesWindow = false;
    const made = await core.compactions.compact(EVERYONE, core.session.sessionId, null);
    expect(made.summary).toBe('a summary');
    expect(core.server.taken.filter(isSummary).length).toBeGreaterThan(2);
  },
);

verifies('runs.overflow', 'a server that refuses everything is asked a few times', async () => {
  const core = engine();
  core.server.window = 10;
  const events = await core.eventsOf(await core.start(await core.newSession(), 'hello'));
  expect(events.at(-1)).toMatchObject({ type: 'error' });
  expect(core.server.refused.length).toBeLessThanOrEqual(contextLimits.overflows + 1);
});
