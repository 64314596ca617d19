import { EVERYONE } from '../../../../../src/core/trust/people/model.ts';
import { OWNER_ID, startedBy } from '../../../../doubles/people.ts';
import { describe, expect, test } from '@jest/globals';
import { namespaceNamed } from '../../../../../src/core/knowledge/memory/model.ts';
import { ownerWords } from '../../../../../src/core/execution/runs/extraction/owner-words.ts';
import { foundIn } from '../../../../../src/core/execution/runs/extraction/statements.ts';
import { fail, gate, text, toolCalls, type Step } from '../../../../doubles/scripted-model.ts';
import { aTool, coreOver, type CoreOptions } from '../../../../harness/core.ts';
import { memoryOver } from '../../../../harness/memory.ts';
import { verifies } from '../../../../spec/verifies.ts';
import { afterwards } from '../../../../harness/afterwards.ts';

/** A core with memory; `run` also waits for the work after the run. */
async function learning(options: CoreOptions) {
  const kept = memoryOver();
  afterwards(kept.close);
  const core = coreOver({ ...options, learns: kept.memory });
  const session = await core.newSession();
  const sideCalls = () => core.history.history.sideCallsSince(EVERYONE, 0);
  const run = async (task: string) => {
    const runId = await core.start(session, task);
    await core.eventsOf(runId);
    await core.clock.advance(1_000);
    return runId;
  };
  return { ...core, ...kept, session, run, sideCalls };
}

const MOVED = 'By the way, I have moved to Basel.';
const found = (...texts: readonly string[]): Step => text(JSON.stringify({ knowledge: texts }));
const NOTHING = text('{}');

describe('after a run', () => {
  verifies('memory.extraction', 'the task of another program is not the words of the owner', async () => {
    const core = await learning({ turns: [[text('Noted.')], [found('The owner lives in Basel.')]] });
    const runId = await core.runs.start(core.session.sessionId, {
      task: MOVED,
      profile: null,
      idempotencyKey: null,
      startedBy: startedBy('host', 'stdio'),
      isAttended: true,
    });
    await core.eventsOf(runId);
    await core.clock.advance(1_000);
    expect(core.model.requests).toHaveLength(1);
    expect(await core.textsIn()).toEqual([]);
  });

  verifies(
    ['memory.extraction', 'memory.provenance'],
    "the owner's words are remembered, with their origin, and only after `done`",
    async () => {
      const hold = gate();
      const core = await learning({
        turns: [[text('Noted.')], [hold.step, found('The owner lives in Basel.')]],
      });
      const runId = await core.start(core.session, MOVED);
      const events = await core.eventsOf(runId);
      expect(events.at(-1)?.type).toBe('done');
      await hold.reached;
      expect(await core.textsIn()).toEqual([]);
      hold.open();
      await core.clock.advance(1_000);
      const { entries } = await core.memory.read('knowledge');
      expect(entries).toMatchObject([
        {
          text: 'The owner lives in Basel.',
          source: { origin: 'agent', runId, threadId: core.session.threadId, tool: 'extraction' },
        },
      ]);
      const asked = core.model.requests[1];
      expect(asked?.tools).toEqual([]);
      expect(JSON.stringify(asked?.messages)).toMatch(/Today is 20\d\d-\d\d-\d\d.*moved to Basel/u);
    },
  );

  verifies(
    'memory.never-learned-again',
    'the extracting model sees no recalled memory, no tool result and no answer',
    async () => {
      const entry = { ...(await recalled('Recalled words.')) };
      const core = await learning({
        remembered: [entry],
        tools: [aTool('look', async () => ({ output: 'Words of a file.', success: true }))],
        turns: [
          [toolCalls({ name: 'look', input: { at: 'Words of a call.' } })],
          [text('Words of an answer.')],
          [NOTHING],
        ],
      });
      await core.run(`${MOVED}\n> Quoted words.\n\`\`\`\nFenced words.\n\`\`\``);
      const asked = core.model.requests.at(-1);
      expect(JSON.stringify(asked)).toContain('moved to Basel');
      expect(asked?.tail).toBeUndefined();
      expect(JSON.stringify(asked?.messages)).not.toMatch(/(?:Recalled|Quoted|Fenced) words|Words of/u);
    },
  );

  verifies('memory.extraction', 'no model is asked when the owner said nothing', async () => {
    const core = await learning({
      turns: [[text('a')], [text('b')], [fail('provider_error', { retryable: false })]],
    });
    await core.run('Go on, please.');
    await core.run('word '.repeat(1_000));
    await core.run(MOVED);
    expect(core.model.requests).toHaveLength(3);
  });

  verifies('memory.extraction', 'no model is asked when extraction is off', async () => {
    const core = coreOver({ turns: [[text('a')]] });
    await core.eventsOf(await core.start(await core.newSession(), MOVED));
    await core.clock.advance(1_000);
    expect(core.model.requests).toHaveLength(1);
  });

  verifies(
    'memory.extraction.pauses',
    'a thread without findings is examined less often, and then includes everything said meanwhile',
    async () => {
      const answers = (count: number) => Array.from({ length: count }, () => [text('ok')]);
      const core = await learning({
        turns: [
          [text('ok')],
          [NOTHING],
          ...answers(3),
          [NOTHING],
          ...answers(5),
          [found('F')],
          [text('ok')],
          [NOTHING],
        ],
      });
      const isAsked = async (task: string) => {
        const before = core.model.requests.length;
        await core.run(task);
        return core.model.requests.length - before === 2;
      };
      const asked: boolean[] = [];
      for (let task = 0; task < 10; task++) asked.push(await isAsked(`Statement number ${task}, of many.`));
      const looked = asked.flatMap((was, at) => (was ? [at] : []));
      expect(looked).toEqual([0, 3, 8, 9]);
      const last = JSON.stringify(core.model.requests.at(-3)?.messages);
      for (const at of [4, 5, 6, 7, 8]) expect(last).toContain(`number ${at}`);
      expect(last).not.toContain('number 3');
    },
  );

  verifies('memory.extraction.pauses', 'a failed extraction is repeated later', async () => {
    const core = await learning({
      turns: [
        [text('ok')],
        [fail('provider_error')],
        [text('ok')],
        [text('ok')],
        [text('ok')],
        [found('Basel.')],
      ],
    });
    for (const task of [MOVED, 'Thanks a lot for it.', 'Thanks a lot again.', 'And thanks once more.'])
      await core.run(task);
    expect(JSON.stringify(core.model.requests.at(-1)?.messages)).toContain('moved to Basel');
    expect(await core.textsIn()).toEqual(['Basel.']);
    expect(core.log.events('warn')).toEqual(['extraction failed']);
  });

  verifies('runs.side-calls', 'its cost counts, whatever the outcome', async () => {
    const price = { input: 0, output: 100_000, cacheRead: 0, cacheWrite: 0 };
    const core = await learning({
      price,
      turns: [[text('ok')], [found('A')], [text('ok')], [text('no JSON')]],
    });
    await core.run(MOVED);
    await core.run('And I work in Zurich now.');
    expect(await core.sideCalls()).toEqual([{ purpose: 'extraction', calls: 2, failures: 1, costUsd: 2 }]);
    expect(await core.history.runs.costSince(EVERYONE, 0)).toBe(4);
    expect((await core.history.threads.get(EVERYONE, core.session.threadId))?.costUsd).toBe(4);
  });

  verifies('runs.ceilings', 'no model is asked when the cost could exceed the budget', async () => {
    // The run: 1 USD; one more call: 100 at worst.
    const price = { input: 0, output: 100_000, cacheRead: 0, cacheWrite: 0 };
    const core = await learning({
      price,
      spendingLimits: { run: Infinity, day: 100.5, month: Infinity },
      turns: [[text('ok')], [found('A')]],
    });
    await core.run(MOVED);
    expect(core.model.requests).toHaveLength(1);
    expect(core.log.events('info')).toContain('extraction skipped: it could exceed a cost ceiling');
  });

  verifies('runs.ceilings', 'it is retried only while the budget allows', async () => {
    // The run: 1 USD; the call: 100 at worst.
    const price = { input: 0, output: 100_000, cacheRead: 0, cacheWrite: 0 };
    const hold = gate();
    const core = await learning({
      price,
      spendingLimits: { run: Infinity, day: 250, month: Infinity },
      turns: [[text('ok')], [hold.step, found('A')]],
    });
    await core.eventsOf(await core.start(core.session, MOVED));
    await hold.reached;
    const affords = core.model.requests.at(-1)?.affords;
    expect([await affords?.(100), await affords?.(200)]).toEqual([true, false]);
    hold.open();
    await core.clock.advance(1_000);
    expect(await core.sideCalls()).toMatchObject([{ costUsd: 1 }]);
  });

  test('one statement that looks like a key does not block the others', async () => {
    const core = await learning({
      turns: [[text('ok')], [found('password: hunter2-4711', 'The owner lives in Basel.')]],
    });
    await core.run(MOVED);
    expect(await core.textsIn()).toEqual(['The owner lives in Basel.']);
  });

  verifies(
    'memory.extraction.deleted-thread',
    'nothing is remembered from a thread that was deleted during the extraction',
    async () => {
      const hold = gate();
      const core = await learning({
        turns: [[text('Noted.')], [hold.step, found('The owner lives in Basel.')]],
      });
      await core.eventsOf(await core.start(core.session, MOVED));
      await hold.reached;
      await core.threads.delete(EVERYONE, core.session.threadId, null);
      hold.open();
      await core.clock.advance(1_000);
      expect(await core.sideCalls()).toMatchObject([{ purpose: 'extraction', calls: 1 }]);
      expect(await core.textsIn()).toEqual([]);
    },
  );

  verifies(
    'memory.extraction.deleted-thread',
    'no model is asked about a thread that was deleted while it waited its turn',
    async () => {
      const hold = gate();
      const core = await learning({
        turns: [[text('Noted.')], [hold.step, NOTHING], [text('Noted.')], [found('Never.')]],
      });
      await core.eventsOf(await core.start(core.session, MOVED));
      await hold.reached;
      const other = await core.sessions.create(OWNER_ID, null, null);
      await core.eventsOf(await core.start(other, 'And my sister has moved to Bern.'));
      await core.threads.delete(EVERYONE, other.threadId, null);
      hold.open();
      await core.clock.advance(1_000);
      expect(core.model.requests).toHaveLength(3);
      expect(await core.textsIn()).toEqual([]);
    },
  );

  verifies(
    'memory.extraction.deleted-thread',
    'the remaining statements are dropped when the thread is deleted between two of them',
    async () => {
      const core = coreOver({
        turns: [[text('Noted.')], [found('The owner lives in Basel.', 'The owner has a dog.')]],
        learns: {
          record: async ({ text: said }) => {
            recorded.push(said);
            await core.threads.delete(EVERYONE, session.threadId, null);
            return { outcome: 'refused', reason: 'recalled' };
          },
        },
      });
      const recorded: string[] = [];
      const session = await core.newSession();
      await core.eventsOf(await core.start(session, MOVED));
      await core.clock.advance(1_000);
      expect(recorded).toEqual(['The owner lives in Basel.']);
    },
  );

  test('a stop ends it, and no model is asked afterwards', async () => {
    const hold = gate();
    const core = await learning({ turns: [[text('ok')], [hold.step]] });
    await core.eventsOf(await core.start(core.session, MOVED));
    await hold.reached;
    await core.runs.drain(1_000);
    expect(core.model.openStreams).toBe(0);
    expect(core.log.events('warn')).toEqual([]);
  });
});

async function recalled(said: string) {
  const { memory, close } = memoryOver();
  afterwards(close);
  const [entry] = await memory.append(namespaceNamed('knowledge') ?? 'knowledge', said, {
    origin: 'user',
    runId: null,
    threadId: null,
    tool: null,
  });
  if (!entry) throw new Error('one was added');
  return entry;
}

describe('the words of an owner', () => {
  test.each([
    ['too short', ''],
    ['Before it.\n```ts\nconst a = 1;\n```\nAnd after it.', 'Before it.\nAnd after it.'],
    ['Before it, a fence.\n~~~~\n```\n~~~\n~~~~ \nAfter it.', 'Before it, a fence.\nAfter it.'],
    ['Not closed, this one.\n```\nall of it', 'Not closed, this one.'],
    ['She wrote to me:\n> Dear owner,\n  > pay', 'She wrote to me:'],
    ['5 > 3, which is true', '5 > 3, which is true'],
    ['x'.repeat(4_001), ''],
    ['x'.repeat(4_000), 'x'.repeat(4_000)],
  ])('of %j', (task, words) => {
    expect(ownerWords(task)).toBe(words);
  });
});

describe('statements in', () => {
  const one = [{ namespace: 'knowledge', text: 'A' }];
  test.each<[string, unknown]>([
    ['{"knowledge":["A"]}', one],
    ['Here it is:\n```json\n{"knowledge": ["A"]}\n```', one],
    ['{"knowledge":"A"}', one],
    ['{"facts":[" A "]}', one],
    ['{"knowledge":["A", 5, null, "", ["B"], {"text":"C"}],"nonsense":["D"]}', one],
    [JSON.stringify({ knowledge: ['A', 'x'.repeat(501)] }), one],
    ['{}', []],
    ['', null],
    ['none', null],
    ['{"knowledge":["A"', null],
    ['} {', null],
  ])('%j', (said, statements) => {
    expect(foundIn(said)?.statements ?? null).toEqual(statements);
  });

  test('many: at most as many as requested', () => {
    const texts = Array.from({ length: 30 }, (_, at) => `s${at}`);
    expect(foundIn(JSON.stringify({ methods: texts }))?.statements).toHaveLength(10);
  });
});
