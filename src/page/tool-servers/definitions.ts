import type { Answer } from '../engine/client.ts';
import { unifiedDiff } from '../review/unified-diff.ts';

export type Definition = NonNullable<Answer<'tool-servers.get'>['tools'][number]['present']>;
export type PartName = keyof Definition;

/** A part of a definition as text: the words of its server. */
export interface Part {
  readonly name: PartName;
  readonly text: string;
}

/** A part that differs between two definitions. */
export interface ChangedPart {
  readonly name: PartName;
  /** A unified diff; '' if only line breaks differ. */
  readonly diff: string;
  readonly hasOldSide: boolean;
}

const ORDER = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;

/** What the definition consists of; what it leaves out has no part. */
export const partsOf = (definition: Definition): readonly Part[] =>
  ORDER.flatMap((name) => {
    const text = textOf(definition[name]);
    return text === '' ? [] : [{ name, text }];
  });

/** The parts in which a definition differs from the accepted one. */
export function changedParts(accepted: Definition, present: Definition): readonly ChangedPart[] {
  return ORDER.flatMap((name) => {
    const [before, now] = [textOf(accepted[name]), textOf(present[name])];
    return before === now ? [] : [{ name, diff: unifiedDiff(before, now), hasOldSide: before !== '' }];
  });
}

const textOf = (part: Definition[PartName]): string =>
  part === null ? '' : typeof part === 'string' ? part : JSON.stringify(sorted(part), null, 2);

/** With its fields in one order, because the order in which a server sends them says nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]));
}
