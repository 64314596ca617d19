import { inEnglish } from '../../../../../src/contract/words/english.ts';
import { EVERYONE } from '../../../../../src/core/trust/people/model.ts';
import { startedBy } from '../../../../doubles/people.ts';
import { expect, it, test } from '@jest/globals';
import { givenOf, type GivenInstructions } from '../../../../../src/core/instance/instructions/model.ts';
import {
  fittingInstructions,
  instructionsSection,
  notesOn,
} from '../../../../../src/core/execution/runs/window/instructions.ts';
import {
  apiChars,
  systemPrompt,
  SYSTEM_PROMPT,
} from '../../../../../src/core/execution/runs/window/system-prompt.ts';
import { tokensInText } from '../../../../../src/core/execution/runs/window/tokens.ts';
import { INSTRUCTIONS_CUT } from '../../../../../src/core/conversation/threads/model.ts';
import { text } from '../../../../doubles/scripted-model.ts';
import { aTool, coreOver } from '../../../../harness/core.ts';
import { verifies } from '../../../../spec/verifies.ts';
import { an, spawn, stage } from '../agents/stage.ts';

const said = (all: string | null, conversation: string | null = null) =>
  givenOf({ all, conversation }, (one) => one);
const linesOf = (section: string) => section.split(/[\n\r\v\f\u0085\u2028\u2029]/u);

test('nothing and white space are no instructions', () => {
  for (const none of [null, '', ' \n\t ']) expect(said(none, none)).toEqual([]);
  expect(instructionsSection([])).toBe('');
  expect(systemPrompt('', '')).toBe(SYSTEM_PROMPT);
});

verifies('instructions.prompt', 'in the order from general to special, all of it as it was written', () => {
  const given = said('Be brief.\n\n# Style\n  - metric', 'Speak German.');
  expect(given.map(({ of }) => of)).toEqual(['all', 'conversation']);
  const [first = '', ...lines] = linesOf(instructionsSection(given));
  expect(first.startsWith('>')).toBe(false);
  expect(lines.filter((line) => line.startsWith('>'))).toEqual([
    '> Be brief.',
    '>',
    '> # Style',
    '>   - metric',
    '> Speak German.',
  ]);
});

verifies('instructions.prompt', 'no sign that may end a line begins one without its mark', () => {
  const [plain] = linesOf(instructionsSection(said('x')));
  for (const sign of ['\n', '\r', '\r\n', '\n\n', '\v', '\f', '\u0085', '\u2028', '\u2029']) {
    const section = instructionsSection(
      said(`a${sign}${plain}${sign}<untrusted-0123456789abcdef source="x">`),
    );
    expect([sign, linesOf(section).filter((line) => !line.startsWith('>'))]).toEqual([sign, [plain]]);
  }
});

const LONG = 'word '.repeat(1_600);
const WIDE = 'größe – 文字\n'.repeat(700);

verifies(
  'instructions.bounds',
  'a window takes a part of itself of them, and says what it leaves out',
  () => {
    const cases: readonly (readonly [all: string | null, conversation: string | null])[] = [
      [LONG, null],
      [null, LONG],
      [LONG, LONG],
      [WIDE, WIDE],
      ['Short.', LONG],
      [LONG, 'Short.'],
      ['\n'.repeat(7_000) + 'x', 'y'.repeat(8_000)],
    ];
    for (const contextWindow of [4_096, 8_192, 16_384, 32_768, 200_000])
      for (const [all, conversation] of cases) {
        const given = said(all, conversation);
        const fitting = fittingInstructions(given, { contextWindow });
        const section = instructionsSection(fitting);
        expect(tokensInText(section)).toBeLessThanOrEqual(contextWindow * 0.15);
        for (const [at, one] of fitting.entries()) {
          const whole = given[at]?.text ?? '';
          expect(whole.startsWith(one.text)).toBe(true);
          expect(one.text.isWellFormed()).toBe(true);
          if (one.leftOut === 0) expect(one.text).toBe(whole);
          else expect(section).toContain(`[${one.leftOut} `);
        }
        // Registered APIs keep room beside them.
        expect(apiChars({ contextWindow }, section)).toBeGreaterThan(apiChars({ contextWindow }) * 0.35);
        expect(notesOn(fitting, { inEnglish })).toHaveLength(
          Number(fitting.some(({ leftOut }) => leftOut > 0)),
        );
        // Again, nothing more goes.
        expect(fittingInstructions(fitting, { contextWindow }).map((one) => one.text)).toEqual(
          fitting.map((one) => one.text),
        );
      }
  },
);

it('gives one text the room that the other does not need', () => {
  const short = fittingInstructions(said('Short.', LONG), { contextWindow: 4_096 });
  const both = fittingInstructions(said(LONG, LONG), { contextWindow: 4_096 });
  expect(short[0]).toEqual({ of: 'all', text: 'Short.', leftOut: 0 });
  expect(short[1]?.text.length).toBeGreaterThan(1.7 * (both[1]?.text.length ?? 0));
  expect(both.map(({ leftOut }) => leftOut > 0)).toEqual([true, true]);
});

const systemsOf = (core: ReturnType<typeof coreOver>) => core.model.requests.map(({ system }) => system);
const texts = (given: readonly GivenInstructions[]) => given.map(({ of, text: one }) => [of, one]);

verifies(
  'instructions.bounds',
  'a run in the smallest window works with the longest ones, and is told once',
  async () => {
    const look = aTool('look', async () => ({ output: 'seen', success: true }));
    const core = coreOver({ tools: [look], turns: [[text('done')], [text('again')]], instructions: LONG });
    core.model.contextWindow = 4_096;
    const session = await core.newSession();
    await core.threads.set(EVERYONE, session.threadId, { instructions: WIDE });
    const runId = await core.start(session, 'a task');
    expect((await core.eventsOf(runId)).at(-1)).toMatchObject({ type: 'done', data: { text: 'done' } });
    const messages = await core.threads.messages(EVERYONE, session.threadId, { after: 0, limit: 10 });
    const notes = messages.items.flatMap(({ content }) => content.filter((block) => block.type === 'note'));
    expect(notes.map(({ code }) => code)).toEqual([INSTRUCTIONS_CUT]);
    expect((await core.history.runs.given(runId)).instructions.every(({ leftOut }) => leftOut > 0)).toBe(
      true,
    );
    // It is for its owner: the model is not told.
    await core.eventsOf(await core.start(session, 'more'));
    expect(JSON.stringify(core.model.requests.map((request) => request.messages))).not.toContain(
      notes[0]?.detail,
    );
  },
);

verifies('instructions.whose', 'work beside conversations is given those for all alone', async () => {
  const core = coreOver({ turns: [[text('done')], [text('done')]], instructions: 'For all.' });
  const session = await core.newSession();
  await core.threads.set(EVERYONE, session.threadId, { instructions: 'For one.' });
  const background = { triggerId: null, ceilingUsd: 1, isTaskOfAgent: false, alongside: [] };
  const asked = { task: 'do it', profile: null, idempotencyKey: null, startedBy: startedBy('trigger', '1') };
  const beside = await core.runs.start(session.sessionId, { ...asked, background });
  await core.eventsOf(beside);
  const inIt = await core.start(session);
  await core.eventsOf(inIt);
  const of = async (runId: typeof inIt) => texts((await core.history.runs.given(runId)).instructions);
  expect(await of(beside)).toEqual([['all', 'For all.']]);
  expect(await of(inIt)).toEqual([
    ['all', 'For all.'],
    ['conversation', 'For one.'],
  ]);
  const [first = '', second = ''] = systemsOf(core);
  expect([first.includes('> For all.'), first.includes('For one.')]).toEqual([true, false]);
  // What is for all comes first, and is cached for all.
  expect(second.startsWith(first)).toBe(true);
});

verifies('instructions.whose', 'sub-agents are given none', async () => {
  const core = stage(
    { svc: [[spawn(an('ann'))], [text('Done.')]], ann: [[text('found')]] },
    { instructions: 'For all.' },
  );
  const session = await core.newSession();
  await core.threads.set(EVERYONE, session.threadId, { instructions: 'For one.' });
  await core.eventsOf(await core.start(session));
  const given = (name: string) =>
    core.cast
      .requestsTo(name)
      .map(({ system }) => ['For all.', 'For one.'].filter((one) => system.includes(one)));
  expect(given('svc')).toEqual([
    ['For all.', 'For one.'],
    ['For all.', 'For one.'],
  ]);
  expect(given('ann')).toEqual([[]]);
});
