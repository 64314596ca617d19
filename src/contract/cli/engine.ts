import type { CommandRow } from './command.ts';

interface Verbs {
  status(input: { readonly json: boolean }): Promise<number>;
}

export const engine: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'status',
    place: 3,
    json: true,
    handle: (verbs, { json }) => verbs.status({ json }),
  },
];
