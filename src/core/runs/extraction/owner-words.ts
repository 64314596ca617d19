import { extractionLimits } from '../limits.ts';

/**
 * Of a task, what its owner says in their own words: without what is fenced or quoted, as pasted text is. Empty when
 * nothing is left, or so much that most of it can only have been pasted. Linear in the text.
 */
export function ownerWords(task: string): string {
  const kept: string[] = [];
  let fence: string | null = null;
  for (const line of task.split('\n')) {
    const [, mark = ''] = /^ {0,3}(`{3,}|~{3,})/u.exec(line) ?? [];
    if (fence !== null) {
      if (mark.startsWith(fence) && line.trim() === mark) fence = null;
    } else if (mark !== '') fence = mark;
    else if (!/^ {0,3}>/u.test(line)) kept.push(line);
  }
  const words = kept.join('\n').trim();
  const { minChars, maxChars } = extractionLimits;
  return words.length < minChars || words.length > maxChars ? '' : words;
}
