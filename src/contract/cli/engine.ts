import type { CommandRow } from './command.ts';

interface Verbs {
  status(input: { readonly json: boolean }): Promise<number>;
}

export const engine: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'status',
    summary:
      'Print whether an engine is running for this data directory, and its state; exits with 1 if none is.',
    place: 3,
    json: true,
    handle: (verbs, { json }) => verbs.status({ json }),
  },
];
