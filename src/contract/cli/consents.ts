import type { CommandRow } from './command.ts';

export interface ConsentVerbs {
  list(input: { readonly json: boolean }): Promise<number>;
  revoke(input: { readonly id: string }): Promise<number>;
}

/** What carries them out; each resolves to the exit code. */
interface Verbs {
  readonly consent: ConsentVerbs;
}

const below: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'list',
    does: 'Print what the agent may do without asking, and until when.',
    json: true,
    handle: (verbs, { json }) => verbs.consent.list({ json }),
  },
  {
    kind: 'command',
    name: 'revoke',
    does: 'Take back what was allowed: from the next call on the agent asks again.',
    args: [{ name: 'id', does: 'as the list names it' }],
    handle: (verbs, { args: [id = ''] }) => verbs.consent.revoke({ id }),
  },
];

export const consents: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'consent',
    does: 'Print what the agent may do without asking; take some of it back.',
    json: true,
    commands: below,
    handle: (verbs, { json }) => verbs.consent.list({ json }),
  },
];
