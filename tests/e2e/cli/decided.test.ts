import { englishTeller } from '../../../src/contract/words/of-terminal.ts';
import { expect, test } from '@jest/globals';
import { decided } from '../../../src/adapters/in/cli/agreed.ts';

/** What comes of these lines, and what was said. */
async function answered(lines: readonly string[] | null) {
  const said: string[] = [];
  const readLines =
    lines &&
    async function* () {
      yield* lines;
    };
  const answer = await decided('Delete? ', {
    say: (line) => void said.push(line),
    err: (text) => void said.push(text),
    readLines,
    interrupted: new AbortController().signal,
    tell: englishTeller,
  });
  return { answer, said };
}

test('only yes and no decide; anything else is asked once more, and no answer decides nothing', async () => {
  expect(await answered(['yes'])).toEqual({ answer: true, said: ['Delete? '] });
  expect(await answered([' No '])).toEqual({ answer: false, said: ['Delete? '] });
  expect(await answered([])).toEqual({ answer: null, said: ['Delete? '] });
  expect(await answered(null)).toEqual({ answer: null, said: [] });
  const again = ['Delete? ', 'That is neither yes nor no.', 'Delete? '];
  expect(await answered(['', 'no'])).toEqual({ answer: false, said: again });
  expect(await answered(['what', ''])).toEqual({ answer: null, said: again });
});
