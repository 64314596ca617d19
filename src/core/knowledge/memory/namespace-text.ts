import { written, type Document } from './document.ts';
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
