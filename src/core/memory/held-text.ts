import { written, type Document } from './document.ts';
import type { Held, HeldEntry } from './store.ts';

/** Entries as the lines of their text. */
export const documentOf = ({ entries, tail }: Held): Document<HeldEntry> => ({
  lines: entries.map((content) => ({ lead: content.lead, content })),
  tail,
});

export const textOf = ({ entries, tail }: Held): string =>
  written({ lines: entries.map(({ lead, text }) => ({ lead, content: text })), tail });

/** UTF-16 units of the text. */
export const charsOf = ({ lines, tail }: Document<string>): number =>
  lines.reduce((sum, { lead, content }) => sum + lead.length + content.length, tail.length);
