import { values } from '../words/en/values.ts';
import type { AllSays, Words } from '../words/says.ts';
import { tellIn } from '../words/tell.ts';
import { keyRows, type KeyRow } from '../../core/instance/config/keys.ts';

/** The facts about a configuration key that the terminal needs. */
export interface TerminalKey {
  readonly key: string;
  /** One sentence. */
  readonly summary: string;
  /** Its value is plain text on the command line; other values are JSON. */
  readonly isText: boolean;
  /** Completes "must be …". */
  readonly words: string;
  readonly secret: boolean;
  /** Names of secrets inside its value. */
  readonly secretFields: readonly string[];
  /** Completes "It takes effect …". */
  readonly takesEffect: string;
}

/** The JSON types other than text; a value of any type may be given as text. */
const AS_JSON: ReadonlySet<unknown> = new Set(['boolean', 'integer', 'number', 'array', 'object']);

/** Of all words only these: each command of the terminal loads the keys. */
const inEnglish = tellIn(values as Words<AllSays>);

const terminalKey = ([key, { value, doc, secret, takesEffect = 'with the next message' }]: readonly [
  string,
  KeyRow,
]): TerminalKey => ({
  key,
  summary: doc,
  isText: !AS_JSON.has(value.schema['type']),
  words: inEnglish(value.be),
  secret: secret ?? false,
  secretFields: Object.entries(value.fields ?? {}).flatMap(([name, field]) => (field.secret ? [name] : [])),
  takesEffect,
});

/** Every key of the configuration, in the order of its table. */
export const terminalKeys: readonly TerminalKey[] = keyRows.map(terminalKey);
