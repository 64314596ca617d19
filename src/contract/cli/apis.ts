import type { CommandRow } from './command.ts';

export interface ApiVerbs {
  list(input: { readonly json: boolean }): Promise<number>;
  show(input: { readonly id: string; readonly json: boolean }): Promise<number>;
}

/** What carries them out; each resolves to the exit code. */
interface Verbs {
  readonly api: ApiVerbs;
}

const below: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'list',
    does: 'Print the registered APIs, and how much of their rate limits is used up.',
    json: true,
    handle: (verbs, { json }) => verbs.api.list({ json }),
  },
  {
    kind: 'command',
    name: 'show',
    does: 'Print the profile of one API in full.',
    args: [{ name: 'id', does: 'which one' }],
    json: true,
    handle: (verbs, { args: [id = ''], json }) => verbs.api.show({ id, json }),
  },
];

export const apis: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'api',
    does: 'Print the registered APIs; show one.',
    json: true,
    commands: below,
    handle: (verbs, { json }) => verbs.api.list({ json }),
  },
];
