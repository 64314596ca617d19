import { extractionLimits } from '../limits.ts';

/**
 * What the owner says in a task in their own words, without fenced or quoted text, which is usually pasted. Empty if
 * nothing is left, or if so much is left that most of it must be pasted. Linear in the length of the text.
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
