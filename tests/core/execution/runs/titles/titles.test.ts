import { startedBy } from '../../../../doubles/people.ts';
import { EVERYONE } from '../../../../../src/core/trust/people/model.ts';
import { expect, test } from '@jest/globals';
import { titleFrom } from '../../../../../src/core/conversation/threads/model.ts';
import { isTitleItself, titleIn } from '../../../../../src/core/execution/runs/titles/title.ts';
import { processTokens } from '../../../../../src/main/tokens.ts';
import { fail, gate, text, type Step } from '../../../../doubles/scripted-model.ts';
import { coreOver, type CoreOptions } from '../../../../harness/core.ts';
import { verifies } from '../../../../spec/verifies.ts';

const LONG = `Please look at the notes below and tell me which trains go to Rome.\n${'A note. '.repeat(30)}`;
const PRICE = { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 };

/** `run` also waits for the work after the run. */
async function named(options: CoreOptions) {
  const core = coreOver({ price: PRICE, titles: true, ...options });
  const session = await core.newSession();
  const { threads } = core.get(processTokens.services);
  const run = async (task: string) => {
    const events = await core.eventsOf(await core.start(session, task));
    await core.clock.advance(1_000);
    return events;
  };
  const title = async () => (await core.history.threads.get(EVERYONE, session.threadId))?.title;
  const sideCalls = () => core.history.history.sideCallsSince(EVERYONE, 0);
  return { ...core, session, run, title, threads, sideCalls };
}

verifies('titles.after', 'in one call, which has its row and no words of its own', async () => {
  const hold = gate();
  const core = await named({
    turns: [[text('By night.')], [hold.step, text('**Trains to Rome**')], [text('Yes.')]],
  });
  const events = core.eventsOf(await core.start(core.session, LONG));
  expect((await events).at(-1)?.type).toBe('done');
  await hold.reached;
  expect(await core.title()).toBe(titleFrom(LONG));
  hold.open();
  await core.clock.advance(1_000);
  expect(await core.title()).toBe('Trains to Rome');
  expect(await core.sideCalls()).toMatchObject([{ purpose: 'title', calls: 1, failures: 0 }]);
  const [, asked] = core.model.requests;
  expect(asked?.tools).toEqual([]);
  expect(JSON.stringify(asked?.messages)).toContain('By night.');
  // Once.
  await core.run(LONG);
  expect(core.model.requests).toHaveLength(3);
});

verifies('titles.owner', 'whenever its owner gives it', async () => {
  const hold = gate();
  const core = await named({ turns: [[text('By night.')], [hold.step, text('Trains')]] });
  await core.eventsOf(await core.start(core.session, LONG));
  await hold.reached;
  await core.threads.set(EVERYONE, core.session.threadId, { title: 'Mine' });
  hold.open();
  await core.clock.advance(1_000);
  expect(await core.title()).toBe('Mine');
  const other = await named({ turns: [[text('By night.')]] });
  await other.threads.set(EVERYONE, other.session.threadId, { title: 'Mine' });
  await other.run(LONG);
  expect(other.model.requests).toHaveLength(1);
});

const left: readonly (readonly [string, CoreOptions, string])[] = [
  ['a task that is its own title', { turns: [[text('Hello.')]] }, 'Say hello'],
  ['a model whose price is unknown', { turns: [[text('Hm.')]], price: { ...PRICE, isAssumed: true } }, LONG],
  ['what is switched off', { turns: [[text('Hm.')]], titles: false }, LONG],
];
for (const [what, options, task] of left)
  verifies('titles.left', `of ${what}`, async () => {
    const core = await named(options);
    await core.run(task);
    expect(core.model.requests).toHaveLength(1);
    expect(await core.title()).toBe(titleFrom(task));
  });

verifies('titles.left', 'of the task of another program', async () => {
  const core = await named({ turns: [[text('Hm.')]] });
  const runId = await core.runs.start(core.session.sessionId, {
    task: LONG,
    profile: null,
    idempotencyKey: null,
    startedBy: startedBy('host', 'stdio'),
  });
  await core.eventsOf(runId);
  await core.clock.advance(1_000);
  expect(core.model.requests).toHaveLength(1);
});

const failing: readonly (readonly [string, readonly Step[]])[] = [
  ['a failure', [fail('provider_error', { retryable: false })]],
  ['an answer without a word', [text('***')]],
];
for (const [what, turn] of failing)
  verifies('titles.failed', what, async () => {
    const core = await named({ turns: [[text('By night.')], turn] });
    const events = await core.run(LONG);
    expect(events.at(-1)?.type).toBe('done');
    expect(await core.title()).toBe(titleFrom(LONG));
    expect(await core.sideCalls()).toMatchObject([{ purpose: 'title', calls: 1, failures: 1 }]);
  });

test.each([
  ['Trains to Rome', 'Trains to Rome'],
  ['  "Trains to Rome."  ', 'Trains to Rome'],
  ['# Trains to **Rome**\nand more', 'Trains to Rome'],
  ['Title: Züge nach Rom', 'Züge nach Rom'],
  ['- [Trains](https://evil.example/) now', 'Trains now'],
  ['„Nachtzug“', 'Nachtzug'],
  ['\n\n> quoted\u202e text', 'quoted text'],
  ['x'.repeat(300), `${'x'.repeat(79)}…`],
])('%j is called %j', (said, title) => {
  expect(titleIn(said)).toBe(title);
});

test.each(['', '\n', '***', '—', '"…"'])('%j is no name', (said) => {
  expect(titleIn(said)).toBeNull();
});

test('a short task is its own title', () => {
  expect([
    isTitleItself('Say  hello '),
    isTitleItself('two\nlines'),
    isTitleItself('word '.repeat(40)),
  ]).toEqual([true, true, false]);
});
