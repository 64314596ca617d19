import type { CommandRow, Said } from './command.ts';

export { TOOL_SERVER_SECRET } from '../../core/trust/secrets/model.ts';

export interface SecretVerbs {
  list(input: { readonly json: boolean }): Promise<number>;
  /** The value is typed without echo, or read from stdin. `hosts`: null leaves them unchanged. */
  set(input: { readonly name: string; readonly hosts: readonly string[] | null }): Promise<number>;
  delete(input: { readonly name: string }): Promise<number>;
}

/** The implementations; each resolves to the exit code. */
interface Verbs {
  readonly secret: SecretVerbs;
}

const secretName: Said = {
  name: 'name',
};

const below: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'list',
    json: true,
    handle: (verbs, { json }) => verbs.secret.list({ json }),
  },
  {
    kind: 'command',
    name: 'set',
    args: [secretName],
    options: [{ name: 'hosts', value: 'list' }],
    handle: (verbs, { args: [name = ''], options }) => {
      const hosts = options.get('hosts')?.split(',') ?? null;
      return verbs.secret.set({ name, hosts: hosts && hosts.map((host) => host.trim()).filter(Boolean) });
    },
  },
  {
    kind: 'command',
    name: 'delete',
    args: [secretName],
    handle: (verbs, { args: [name = ''] }) => verbs.secret.delete({ name }),
  },
];

export const secrets: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'secret',
    place: 7,
    json: true,
    commands: below,
    handle: (verbs, { json }) => verbs.secret.list({ json }),
  },
];
