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
  summary: 'the name of the secret, in capital letters, digits and _',
};

const below: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'list',
    summary: 'Print the names of all secrets, and where they may be sent. Values are never shown.',
    json: true,
    handle: (verbs, { json }) => verbs.secret.list({ json }),
  },
  {
    kind: 'command',
    name: 'set',
    summary: 'Store a secret: prompts for its value without echo, or reads it from stdin.',
    args: [secretName],
    options: [
      {
        name: 'hosts',
        value: 'list',
        summary: 'the only hosts that it may be sent to, like api.github.com',
      },
    ],
    help: `
The value is never given on the command line, which others can see and the shell keeps:
  svc secret set GITHUB_TOKEN --hosts api.github.com < token.txt`,
    handle: (verbs, { args: [name = ''], options }) => {
      const hosts = options.get('hosts')?.split(',') ?? null;
      return verbs.secret.set({ name, hosts: hosts && hosts.map((host) => host.trim()).filter(Boolean) });
    },
  },
  {
    kind: 'command',
    name: 'delete',
    summary: 'Delete a secret.',
    args: [secretName],
    handle: (verbs, { args: [name = ''] }) => verbs.secret.delete({ name }),
  },
];

export const secrets: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'secret',
    summary: 'Print the names of all secrets; store or delete one.',
    place: 7,
    json: true,
    commands: below,
    handle: (verbs, { json }) => verbs.secret.list({ json }),
  },
];
