import type { CommandRow } from './command.ts';

interface Verbs {
  openapi(): Promise<number>;
}

export const document: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'openapi',
    summary: 'Print the OpenAPI document of the HTTP API.',
    handle: (verbs) => verbs.openapi(),
  },
];
