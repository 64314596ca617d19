import type { Says } from '../words/says.ts';
import { keyRows, type KeyRow } from '../../core/instance/config/keys.ts';

/** The facts about a configuration key that the terminal needs. */
export interface TerminalKey {
  readonly key: string;
  /** One sentence. */
  readonly summary: string;
  /** Its value is plain text on the command line; other values are JSON. */
  readonly isText: boolean;
  /** Completes "must be …". */
  readonly be: Says;
  readonly secret: boolean;
  /** Names of secrets inside its value. */
  readonly secretFields: readonly string[];
  readonly takesEffect: 'next_message' | NonNullable<KeyRow['takesEffect']>;
}

/** The JSON types other than text; a value of any type may be given as text. */
const AS_JSON: ReadonlySet<unknown> = new Set(['boolean', 'integer', 'number', 'array', 'object']);

const terminalKey = ([key, { value, doc, secret, takesEffect }]: readonly [string, KeyRow]): TerminalKey => ({
  key,
  summary: doc,
  isText: !AS_JSON.has(value.schema['type']),
  be: value.be,
  secret: secret ?? false,
  secretFields: Object.entries(value.fields ?? {}).flatMap(([name, field]) => (field.secret ? [name] : [])),
  takesEffect: takesEffect ?? 'next_message',
});

/** Every key of the configuration, in the order of its table. */
export const terminalKeys: readonly TerminalKey[] = keyRows.map(terminalKey);
