import { extractionLimits } from '../limits.ts';
import { namespaceNamed, type Namespace } from '../../memory/model.ts';

/** One thing to remember. */
export interface Statement {
  readonly namespace: Namespace;
  readonly text: string;
}

/**
 * Reads what a model was asked to write as `{"knowledge": ["…"], …}`. Fences and words around the object are passed
 * over, as models add them; a single text counts as a list of one. Null when there is no such object, which is not
 * the same as an empty one.
 */
export function statementsIn(said: string): readonly Statement[] | null {
  const object = objectIn(said);
  if (object === null) return null;
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
