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
};

const below: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'set',
    args: [{ name: 'key' }, { name: 'value' }],
    json: true,
    switches: [replace],
    list: terminalKeys.map(({ key, be, summary }) => ({ name: key, takes: be, text: summary })),
    handle: (verbs, { args: [key = '', value = ''], json, switches }) =>
      verbs.config.set({ key, value, json, replace: switches.has('replace') }),
  },
  {
    kind: 'command',
    name: 'unset',
    args: [{ name: 'key' }],
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
    place: 6,
    json: true,
    commands: below,
    handle: (verbs, { json }) => verbs.config.show({ json }),
  },
];
