import { written, type Document } from './document.ts';
import type { MemoryEntry } from './model.ts';
import type { CurrentEntry, NamespaceEntries } from './store.ts';

/** Entries as the lines of their text. */
export const documentOf = ({ entries, tail }: NamespaceEntries): Document<CurrentEntry> => ({
  lines: entries.map((content) => ({ spaceBefore: content.spaceBefore, content })),
  tail,
});

export const textOf = ({ entries, tail }: NamespaceEntries): string =>
  written({ lines: entries.map(({ spaceBefore, text }) => ({ spaceBefore, content: text })), tail });

/** UTF-16 units of the text. */
export const charsOf = ({ lines, tail }: Document<string>): number =>
  lines.reduce((sum, { spaceBefore, content }) => sum + spaceBefore.length + content.length, tail.length);

/** The text of a person, and behind it a line for each entry that others share. */
export function withShared(text: string, others: readonly MemoryEntry[]): string {
  if (others.length === 0) return text;
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return before + others.map(({ text: line }) => line).join('\n');
}

/** The lines of a document that are a person's own: as others share it, a line is still theirs. */
export function withoutShared(
  { lines, tail }: Document<string>,
  own: NamespaceEntries,
  others: readonly MemoryEntry[],
): Document<string> {
  if (others.length === 0) return { lines, tail };
  const left = new Map<string, number>();
  const count = (text: string, by: number) => left.set(text, (left.get(text) ?? 0) + by);
  for (const { text } of others) count(text, 1);
  const unclaimed = new Map<string, number>();
  for (const { text } of own.entries) unclaimed.set(text, (unclaimed.get(text) ?? 0) + 1);
  let isLastAnothers = false;
  const mine = lines.filter(({ content }) => {
    const ofOwn = unclaimed.get(content) ?? 0;
    if (ofOwn > 0) unclaimed.set(content, ofOwn - 1);
    isLastAnothers = ofOwn === 0 && (left.get(content) ?? 0) > 0;
    if (isLastAnothers) count(content, -1);
    return !isLastAnothers;
  });
  return { lines: mine, tail: isLastAnothers ? own.tail : tail };
}
