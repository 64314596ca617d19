import type { ExtractedThings } from '../../../knowledge/graph/port.ts';
import { extractionLimits } from '../limits.ts';
import { thingsIn } from './things.ts';
import { namespaceNamed, type Namespace } from '../../../knowledge/memory/model.ts';

/** One thing to remember. */
export interface Statement {
  readonly namespace: Namespace;
  readonly text: string;
}

/** What a reading found. */
export interface Found {
  readonly statements: readonly Statement[];
  readonly things: ExtractedThings;
}

export const isNothing = ({ statements, things }: Found): boolean =>
  statements.length === 0 && things.entities.length === 0 && things.relations.length === 0;

/**
 * Parses the `{"knowledge": ["…"], …}` that a model was asked for. Ignores fences and words around the object, which
 * models add, and accepts a string in place of a list of one. Null if there is no such object, which differs from an
 * empty one.
 */
export function foundIn(said: string): Found | null {
  const object = objectIn(said);
  return object === null ? null : { statements: statementsOf(object), things: thingsIn(object) };
}

function statementsOf(object: Readonly<Record<string, unknown>>): readonly Statement[] {
  const { statements, statementChars } = extractionLimits;
  return Object.entries(object)
    .flatMap(([name, value]): readonly Statement[] => {
      const namespace = namespaceNamed(name);
      const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
      return namespace === null
        ? []
        : texts.flatMap((text) => (typeof text === 'string' ? [{ namespace, text: text.trim() }] : []));
    })
    .filter(({ text }) => text !== '' && text.length <= statementChars)
    .slice(0, statements);
}

function objectIn(said: string): Readonly<Record<string, unknown>> | null {
  const from = said.indexOf('{');
  const to = said.lastIndexOf('}');
  if (from === -1 || to < from) return null;
  try {
    return JSON.parse(said.slice(from, to + 1)) as Record<string, unknown>;
  } catch {
    return null;
  }
}
