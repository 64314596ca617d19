import { commands } from '../../src/contract/words/en/commands.ts';
import { onTerminal, terminal } from '../../src/contract/words/en/terminal.ts';
import { words } from '../../src/contract/words/en/words.ts';
import { wordsOf } from '../../src/contract/words/of-terminal.ts';
import type { AllSays, Tell, Words } from '../../src/contract/words/says.ts';

const [BEGIN, END] = ['⟦', '⟧'];

const inBrackets = (text: string): string => `${BEGIN}${text}${END}`;

type Word = string | ((facts: never, tell: Tell) => string);

const bracketed = Object.fromEntries(
  Object.entries({ ...words, ...terminal, ...onTerminal } as Record<string, Word>).map(([code, word]) => [
    code,
    typeof word === 'string' ? inBrackets(word) : (facts: never, tell: Tell) => inBrackets(word(facts, tell)),
  ]),
) as unknown as Words<AllSays>;

/** A made-up language, which puts every text in brackets. */
export const inBracketWords = wordsOf(bracketed, {
  own: Object.fromEntries(Object.entries(commands).map(([key, text]) => [key, inBrackets(text)])),
  described: new Proxy<Record<string, string>>(
    {},
    {
      get: (_, text) => (text === '' ? '' : inBrackets(String(text))),
    },
  ),
});

/** What of a printed text stands without brackets. */
export function outsideBrackets(text: string): string {
  let [depth, outside] = [0, ''];
  for (const sign of text) {
    if (sign === BEGIN) depth += 1;
    else if (sign === END) depth -= 1;
    else if (depth === 0) outside += sign;
  }
  return outside;
}
