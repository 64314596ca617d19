import { expect, it } from '@jest/globals';
import { changedWords } from '../../src/page/review/changed-words.ts';
import { linesIn, sideBySide } from '../../src/page/review/diff-lines.ts';

const diff = `--- a/notes.md
+++ b/notes.md
@@ -1,4 +1,4 @@
 first
-the second line
-third
+the changed line
 fourth
@@ -10,2 +10,3 @@
 tenth
+--- not a header
\\ No newline at end of file
`;

it('numbers the lines of a diff on both sides', () => {
  expect(linesIn(diff).map(({ kind, old, now, text }) => [kind, old, now, text])).toEqual([
    ['same', 1, 1, 'first'],
    ['removed', 2, null, 'the second line'],
    ['removed', 3, null, 'third'],
    ['added', null, 2, 'the changed line'],
    ['same', 4, 3, 'fourth'],
    ['gap', null, null, ''],
    ['same', 10, 10, 'tenth'],
    ['added', null, 11, '--- not a header'],
  ]);
});

it('puts what was replaced beside what replaced it', () => {
  const pairs = sideBySide(linesIn(diff)).map(({ left, right }) => [left?.text ?? null, right?.text ?? null]);
  expect(pairs).toContainEqual(['the second line', 'the changed line']);
  expect(pairs).toContainEqual(['third', null]);
  expect(pairs).toContainEqual([null, '--- not a header']);
});

it('marks the words of a line that its partner does not have, unless the lines have little in common', () => {
  const marked = (line: string, partner: string | null) =>
    changedWords(line, partner)
      .filter(({ isChanged }) => isChanged)
      .map(({ text }) => text);
  expect(marked('the changed line', 'the second line')).toEqual(['changed']);
  expect(marked('something else', 'the second line')).toEqual([]);
  expect(marked('the changed line', null)).toEqual([]);
  const long = 'word '.repeat(1_000);
  expect(changedWords(long, `${long}more`)).toEqual([{ text: long, isChanged: false }]);
  const joined = changedWords('a  b\tc d', 'a  b\tc e')
    .map(({ text }) => text)
    .join('');
  expect(joined).toBe('a  b\tc d');
});
