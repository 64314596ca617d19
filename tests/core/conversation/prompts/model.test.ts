import { describe, expect, it } from '@jest/globals';
import { promptLimits } from '../../../../src/core/conversation/prompts/limits.ts';
import {
  asked,
  resultOf,
  timeLeft,
  transition,
  waitedFor,
  type Prompt,
  type PromptEvent,
  type PromptState,
} from '../../../../src/core/conversation/prompts/model.ts';
import { runId, sessionId, threadId } from '../../../../src/core/kernel/ids.ts';
import { aPrompt, aRun, NOON } from '../../../ports/history-builders.ts';
import { verifies } from '../../../spec/verifies.ts';

const DAY = 24 * 60 * 60 * 1000;
const run = aRun({ sessionId: sessionId('s'), threadId: threadId('t'), profile: null, createdAt: NOON });
const pending = aPrompt({ ...run, runId: runId('r') });
const states: Readonly<Record<PromptState, Prompt>> = {
  pending,
  answered: { ...pending, state: 'answered', answer: 'red', settledAt: NOON + 1 },
  expired: { ...pending, state: 'expired', settledAt: NOON + DAY },
};

const reply: PromptEvent = { event: 'reply', answer: 'blue' };
const look: PromptEvent = { event: 'look' };
const withdraw: PromptEvent = { event: 'withdraw' };
const [early, last, late] = [NOON + 5, NOON + DAY - 1, NOON + DAY];

/** Specification › States and transitions › Resumable prompt; events that it does not name change nothing. */
const TABLE: readonly (readonly [
  PromptState,
  PromptEvent,
  number,
  PromptState | 'prompt_expired' | 'same',
])[] = [
  ['pending', reply, early, 'answered'],
  ['pending', reply, last, 'answered'],
  ['pending', reply, late, 'prompt_expired'],
  ['pending', look, early, 'same'],
  ['pending', look, last, 'same'],
  ['pending', look, late, 'expired'],
  ['pending', look, NOON - DAY, 'same'],
  ['pending', withdraw, early, 'expired'],
  ['pending', withdraw, late, 'expired'],
  ['answered', reply, early, 'same'],
  ['answered', reply, late, 'same'],
  ['answered', look, late, 'same'],
  ['answered', withdraw, late, 'same'],
  ['expired', reply, early, 'prompt_expired'],
  ['expired', reply, late, 'prompt_expired'],
  ['expired', look, early, 'same'],
  ['expired', withdraw, late, 'same'],
];

describe('the states of a prompt', () => {
  for (const [state, event, now, becomes] of TABLE)
    verifies(
      ['prompts.reply', 'prompts.expiry', 'prompts.reply.idempotent'],
      `${state}, ${event.event} ${(now - NOON) / 1000} s after it was asked: ${becomes}`,
      () => {
        const before = states[state];
        const outcome = transition(before, event, now);
        if (becomes === 'prompt_expired') expect(outcome).toEqual({ refused: 'prompt_expired' });
        else if (becomes === 'same') expect('next' in outcome && outcome.next === before).toBe(true);
        else
          expect(outcome).toEqual({
            next: {
              ...before,
              state: becomes,
              answer: becomes === 'answered' ? 'blue' : null,
              settledAt: now,
            },
          });
      },
    );
});

describe('an answer', () => {
  const chooses: Prompt = { ...pending, allowFreeText: false };
  const several: Prompt = {
    ...pending,
    questions: [
      { header: 'Paint', question: 'Which colour?', options: ['red', 'blue'] },
      { header: null, question: 'How much?', options: [] },
      { header: null, question: 'When?', options: ['now', 'later'] },
    ],
  };
  const sent = (prompt: Prompt, answer: string) => transition(prompt, { event: 'reply', answer }, early);

  it.each([
    ['an option', pending, 'red'],
    ['other words', pending, 'green'],
    ['the only choices', chooses, 'blue'],
    [
      'words where there are no options',
      { ...chooses, questions: [{ header: null, question: '?', options: [] }] },
      'x',
    ],
    ['one of several', several, '{"1": "two litres"}'],
    ['all of several', several, '{"0":"red","1":"a lot","2":"tomorrow"}'],
  ] as const)('%s is accepted', (_what, prompt, answer) => {
    expect(sent(prompt, answer)).toMatchObject({ next: { state: 'answered', answer } });
  });

  it.each([
    ['no option', chooses, 'green', 'no_option'],
    ['plain words to several', several, 'red', 'form'],
    ['a list to several', several, '["red"]', 'form'],
    ['null to several', several, 'null', 'form'],
    ['nothing of several', several, '{}', 'none_answered'],
    ['a question that is not there', several, '{"3":"x"}', 'no_question'],
    ['an index that is none', several, '{"00":"x"}', 'no_question'],
    ['a name of the language', several, '{"length":"x"}', 'no_question'],
    ['a prototype', several, '{"__proto__":"x"}', 'no_question'],
    ['no text', several, '{"0":1}', 'empty_answer'],
    ['an empty text', several, '{"0":" "}', 'empty_answer'],
    ['no option of several', { ...several, allowFreeText: false }, '{"2":"never"}', 'of_question'],
  ] as const)('%s is refused with a message, and the prompt stays', (_what, prompt, answer, why) => {
    expect(sent(prompt, answer)).toEqual({
      refused: 'invalid_answer',
      why: expect.objectContaining({ code: `prompts.${why}` }) as unknown,
      accepted: prompt === chooses ? ['red', 'blue'] : null,
    });
  });

  it('reaches the model unchanged, each of several with its question', () => {
    const answered = (prompt: Prompt, answer: string): Prompt => ({ ...prompt, state: 'answered', answer });
    expect(resultOf(answered(pending, ' {"0":"x"} '))).toEqual({ success: true, output: ' {"0":"x"} ' });
    expect(resultOf(answered(several, '{"2":"now","0":"red"}'))).toEqual({
      success: true,
      output:
        '1. Which colour?\nAnswer: red\n\n2. How much?\nAnswer: (not answered)\n\n3. When?\nAnswer: now',
    });
  });

  it('that is missing is reported as too late, or as stopped before', () => {
    const lapsed = resultOf({ ...pending, state: 'expired', settledAt: NOON + DAY });
    expect(lapsed).toMatchObject({ success: false, output: expect.stringContaining('within 24 hours') });
    const withdrawn = resultOf({ ...pending, state: 'expired', settledAt: NOON + DAY - 1 });
    expect(withdrawn).toMatchObject({ success: false, output: expect.stringContaining('stopped before') });
  });

  it('to several questions is also asked for in one text, for clients that know only one question', () => {
    expect(asked(several, NOON).data).toMatchObject({
      question: '1. Which colour? (red / blue)\n2. How much?\n3. When? (now / later)',
      options: [],
      questions: several.questions,
    });
    expect(asked(pending, NOON).data).toMatchObject({ question: 'Which colour?', options: ['red', 'blue'] });
    expect(asked(pending, NOON).data).not.toHaveProperty('questions');
  });
});

verifies('prompts.record', 'timeoutMs is the remaining time: never negative, never more than a day', () => {
  expect(promptLimits.lifetimeMs).toBe(DAY);
  expect(
    [NOON, NOON + 1, late - 1, late, late + DAY, NOON - DAY].map((now) => timeLeft(pending, now)),
  ).toEqual([DAY, DAY - 1, 1, 0, 0, DAY]);
});

it('a run waits as long as its prompt was open, and no clock makes the wait negative', () => {
  expect(waitedFor(pending, NOON + 7)).toBe(7);
  expect(waitedFor(pending, NOON - 7)).toBe(0);
  expect(waitedFor(states.answered, NOON + DAY)).toBe(1);
});

describe('a prompt for a secret', () => {
  const secret = { name: 'TOKEN', keyType: 'token', hosts: ['a.test'] };
  const wanted: Prompt = { ...pending, promptType: 'ask_secret', secret, allowFreeText: false };
  const saved: PromptEvent = { event: 'saved', saved: true };
  const declined: PromptEvent = { event: 'saved', saved: false };
  const after = (event: PromptEvent, now = early): Prompt => {
    const outcome = transition(wanted, event, now);
    if (!('next' in outcome)) throw new Error('it was refused');
    return outcome.next;
  };

  verifies('prompts.secret-saved', 'is answered by a flag and never by words, once, and in time', () => {
    expect(transition(wanted, reply, early)).toMatchObject({ refused: 'invalid_answer' });
    expect(after(saved)).toEqual({ ...wanted, state: 'answered', answer: 'saved', settledAt: early });
    expect(after(declined)).toMatchObject({ state: 'answered', answer: 'declined' });
    expect(after({ event: 'saved', saved: false, wasAsked: false })).toMatchObject({ answer: 'not_asked' });
    const done = after(saved);
    expect(transition(done, declined, late)).toEqual({ next: done });
    expect(transition(wanted, saved, late)).toEqual({ refused: 'prompt_expired' });
    expect(transition(after(withdraw), saved, early)).toEqual({ refused: 'prompt_expired' });
    expect(after(look, late)).toMatchObject({ state: 'expired', answer: null });
  });

  verifies(
    'prompts.secret-saved',
    'tells the model how to refer to it, or to go on without it and ask no other way',
    () => {
      expect(resultOf(after(saved))).toEqual({
        success: true,
        output: expect.stringContaining('secret:TOKEN') as unknown,
      });
      for (const event of [declined, withdraw])
        expect(resultOf(after(event))).toEqual({
          success: false,
          output: expect.stringContaining('Never ask for a secret with ask_user') as unknown,
        });
    },
  );

  verifies('prompts.secret-event', 'shows its name, its purpose and its destination', () => {
    expect(asked(wanted, early)).toEqual({
      type: 'secret_prompt',
      data: {
        promptId: wanted.promptId,
        sessionId: 's',
        name: 'TOKEN',
        prompt: 'Which colour?',
        key_type: 'token',
        hosts: ['a.test'],
        timeoutMs: DAY - 5,
        expiresAt: new Date(wanted.expiresAt).toISOString(),
      },
    });
  });
});
