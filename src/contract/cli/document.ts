import type { CommandRow } from './command.ts';

interface Verbs {
  openapi(): Promise<number>;
}

export const document: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'openapi',
    handle: (verbs) => verbs.openapi(),
  },
];
