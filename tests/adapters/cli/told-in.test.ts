// What the engine says at the terminal, in the language of the person there.
import { expect, it } from '@jest/globals';
import type { EngineClient } from '../../../src/adapters/in/cli/attach.ts';
import { speaking, toldIn } from '../../../src/adapters/in/cli/told-in.ts';
import { ProblemError } from '../../../src/contract/client.ts';
import { toProblem } from '../../../src/contract/problem.ts';
import { inEnglish } from '../../../src/contract/words/english.ts';
import { terminal as german } from '../../../src/contract/words/de/terminal.ts';
import { terminal as english } from '../../../src/contract/words/en/terminal.ts';
import { englishTeller, languageIn, wordsIn } from '../../../src/contract/words/of-terminal.ts';
import { sayFailure } from '../../../src/core/instance/models/says.ts';
import { refuse } from '../../../src/core/conversation/sessions/errors.ts';
import { examplesOfProblems, examplesOfTerminal } from '../../core/contract/examples-of-types.ts';

const says = [sayFailure('model.busy', { status: 429 })];
const text = inEnglish(says);
const { tell: inGerman } = await wordsIn('de');

it.each([
  [{ LANG: 'de_AT.UTF-8' }, 'de'],
  [{ LANG: 'de' }, 'de'],
  [{ LANG: 'den_XX' }, 'en'],
  [{ LANG: 'C.UTF-8' }, 'en'],
  [{}, 'en'],
  [{ LANG: 'de_DE', LC_MESSAGES: 'en_GB' }, 'en'],
  [{ LANG: 'en_GB', LC_MESSAGES: 'de@euro' }, 'de'],
  [{ LANG: 'de_DE', LC_MESSAGES: 'de_DE', LC_ALL: 'C' }, 'en'],
  [{ LANG: 'de_DE', LC_ALL: '' }, 'de'],
])('%j is the language %s', (env, language) => {
  expect(languageIn(env as Record<string, string>)).toBe(language);
});

it('tells each text that stands as data beside it, and nothing else', () => {
  const told = inGerman(says);
  expect(told).not.toBe(text);
  const answer = {
    error: { code: 'provider_error', error: text, says, retryable: true },
    problems: [text, 'by someone'],
    says: { problems: [says[0], says[0]] },
    list: [{ problem: text, says: { problem: says } }],
    options: [text],
    other: text,
  };
  expect(toldIn(answer, inGerman)).toEqual({
    ...answer,
    error: { ...answer.error, error: told },
    problems: [told, 'by someone'],
    list: [{ problem: told, says: { problem: says } }],
  });
  const newer = { text: 'Said tomorrow.', says: [{ code: 'of.tomorrow', facts: {} }] };
  expect(toldIn(newer, inGerman)).toEqual(newer);
});

it('tells refusals and events as well, and leaves JSON as it is', async () => {
  const event = { id: 1, type: 'error', data: { error: text, says } };
  const problem = toProblem(refuse.session_not_found(), 'an id');
  const client = {
    answers: async () => ({ text, says }),
    streams: async () => ({
      runId: null,
      events: (async function* () {
        yield event;
      })(),
    }),
    refuses: async () => {
      throw new ProblemError(problem as never);
    },
  };
  const of = (json: boolean) =>
    speaking(client as unknown as EngineClient, { tell: inGerman, json }) as unknown as typeof client;
  expect(await of(false).answers()).toEqual({ text: inGerman(says), says });
  expect(await of(true).answers()).toEqual({ text, says });
  const { events } = await of(false).streams();
  for await (const one of events) expect(one).toEqual({ ...event, data: { error: inGerman(says), says } });
  for (const json of [true, false])
    await expect(of(json).refuses()).rejects.toMatchObject({ message: inGerman(problem.says ?? []) });
});

it('says what a person at the terminal does, and names no route', () => {
  const all = Object.entries(examplesOfProblems).flatMap(([code, both]) =>
    both.map((facts) => ({ code, facts })),
  );
  for (const tell of [englishTeller, inGerman])
    for (const one of all) {
      const told = tell(one);
      expect([one.code, told, /\/api\//u.test(told)]).toEqual([one.code, told, false]);
    }
});

it('has words for the same in both languages, and they differ', () => {
  expect(Object.keys(german)).toEqual(Object.keys(english));
  const own = Object.entries(examplesOfTerminal());
  expect(own.map(([code]) => code).toSorted()).toEqual(Object.keys(english).toSorted());
  for (const [code, both] of own)
    for (const facts of both) {
      const [there, here] = [englishTeller, inGerman].map((tell) => tell({ code, facts }));
      if (!MOSTLY_FACTS.has(code)) expect([code, here]).not.toEqual([code, there]);
      expect([code, /undefined|\[object|NaN|\bnull\b|^$/u.test(`${there}${here}`)]).toEqual([code, false]);
    }
});

/** They put the words of others together. */
const MOSTLY_FACTS: ReadonlySet<string> = new Set(['option.names', 'terminal.of_code', 'terminal.or']);
