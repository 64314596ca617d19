import type { CommandRow, Said } from './command.ts';
import { terminalKeys } from './config-keys.ts';

export interface ConfigVerbs {
  show(input: { readonly json: boolean }): Promise<number>;
  set(input: ConfigChange & { readonly value: string }): Promise<number>;
  unset(input: ConfigChange): Promise<number>;
}

export interface ConfigChange {
  readonly key: string;
  /** Whether to start a new file when the one on disk is invalid. */
  readonly replace: boolean;
  readonly json: boolean;
}

/** The implementations; each resolves to the exit code. */
interface Verbs {
  readonly config: ConfigVerbs;
}

const replace: Said = {
  name: 'replace',
  summary: 'start a new config file when the one on disk is invalid; the old one is kept beside it',
};

const CONFIG_KEYS = `
Keys:
${terminalKeys.map(({ key, summary, words }) => `  ${key}: ${words}\n      ${summary}\n`).join('')}
A number, true or false, a list and an object are written as JSON, everything else as it is.
With - as the value it is read from stdin, so that a secret does not stay in the history of the shell:
  svc config set api_key - < key.txt`;

const below: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'set',
    summary: 'Set a key in the user file; it takes effect with the next message.',
    args: [
      { name: 'key', summary: 'which one' },
      { name: 'value', summary: 'its new value; - reads it from stdin, which is safest for api_key' },
    ],
    json: true,
    switches: [replace],
    help: CONFIG_KEYS,
    handle: (verbs, { args: [key = '', value = ''], json, switches }) =>
      verbs.config.set({ key, value, json, replace: switches.has('replace') }),
  },
  {
    kind: 'command',
    name: 'unset',
    summary: 'Remove a key from the user file; it takes effect with the next message.',
    args: [{ name: 'key', summary: 'which one' }],
    json: true,
    switches: [replace],
    handle: (verbs, { args: [key = ''], json, switches }) =>
      verbs.config.unset({ key, json, replace: switches.has('replace') }),
  },
];

export const config: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'config',
    summary: 'Print the configuration in effect, and the source of each key.',
    place: 6,
    json: true,
    commands: below,
    handle: (verbs, { json }) => verbs.config.show({ json }),
  },
];
