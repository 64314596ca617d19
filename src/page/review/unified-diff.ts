import { createTwoFilesPatch } from 'diff';

/** More differences take too long to find: a server could stop the page with them. */
const MOST_EDITS = 2_000;

/**
 * The changes between two texts as a unified diff. A long line is broken after each sentence, so that a changed one can be
 * seen. '' if only line breaks differ.
 */
export function unifiedDiff(before: string, now: string): string {
  const [old, next] = [linesOf(before), linesOf(now)];
  const found = createTwoFilesPatch('', '', old.join(''), next.join(''), '', '', {
    context: 3,
    maxEditLength: MOST_EDITS,
  });
  if (found !== undefined) return found.includes('\n@@ ') ? found : '';
  return [
    `@@ -1,${old.length} +1,${next.length} @@\n`,
    ...old.map((line) => `-${line}`),
    ...next.map((line) => `+${line}`),
  ].join('');
}

const LONG_LINE = 120;

/** Its lines; a long one is broken after each sentence, so that a changed one can be seen. */
const linesOf = (text: string): readonly string[] =>
  text === ''
    ? []
    : text
        .split('\n')
        .flatMap((line) => (line.length > LONG_LINE ? line.split(/(?<=[.!?] )(?=\S)/u) : [line]))
        .map((line) => `${line}\n`);
