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
  does: 'start a new config file when the one on disk is invalid; the old one is kept beside it',
};

const CONFIG_KEYS = `
Keys:
${terminalKeys.map(({ key, does, words }) => `  ${key}: ${words}\n      ${does}\n`).join('')}
A number, true or false, a list and an object are written as JSON, everything else as it is.
With - as the value it is read from stdin, so that a secret does not stay in the history of the shell:
  svc config set api_key - < key.txt`;

const below: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'set',
    does: 'Set a key in the user file; it takes effect with the next message.',
    args: [
      { name: 'key', does: 'which one' },
      { name: 'value', does: 'its new value; - reads it from stdin, which is safest for api_key' },
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
    does: 'Remove a key from the user file; it takes effect with the next message.',
    args: [{ name: 'key', does: 'which one' }],
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
    does: 'Print the configuration in effect, and the source of each key.',
    place: 5,
    json: true,
    commands: below,
    handle: (verbs, { json }) => verbs.config.show({ json }),
  },
];
