import type { Tell } from '../../../contract/words/says.ts';
import { EXIT } from '../../../contract/cli/command.ts';
import { TOOL_SERVER_SECRET, type SecretVerbs } from '../../../contract/cli/secrets.ts';
import type { Attached } from './attach.ts';
import { onOneLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';

export interface SecretVerbDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly tell: Tell;
  /** A line typed without echo, or stdin; null when the person at the terminal interrupts it. */
  readonly readSecret: () => Promise<string | null>;
}

/** `svc secret`: prints names, never values; values come from a prompt or stdin, never from the command line. */
export function secretVerbs({ attachedOrOwn, out, err, tell, readSecret }: SecretVerbDeps): SecretVerbs {
  const say = (line: string) => err(`${onOneLine(line)}\n`);
  const refuse = (line: string): number => {
    say(`svc: ${line}`);
    return EXIT.refused;
  };

  const ask = withEngine({
    attachedOrOwn,
    err,
    tell,
    whenGone: 'Run svc secret to see what is stored.',
    whenNothing:
      'This is not the name of a secret: names consist of capital letters, digits and _, and svc secret lists them.',
  });
  return {
    list: ({ json }) =>
      ask(async ({ client }) => {
        const [{ secrets }, status] = await Promise.all([
          client['secrets.list'](),
          client['secrets.status'](),
        ]);
        if (json) out(`${JSON.stringify({ secrets })}\n`);
        else out(secrets.map(line).join(''));
        if (status.problem !== null) say(status.problem);
        if (!json && secrets.length === 0) say('There are no secrets.');
      }),

    set: async ({ name, hosts }) => {
      const given = await readSecret();
      if (given === null) return EXIT.refused;
      const value = given.replace(/\r?\n$/u, '');
      if (value === '') return refuse('there was no value.');
      return await ask(async ({ client }) => {
        const body = { value, ...(hosts === null ? {} : { hosts: [...hosts] }) };
        await client['secrets.put']({ params: { name }, body });
        const { secrets } = await client['secrets.list']();
        const kept = secrets.find((secret) => secret.name === name);
        say(`${name} is stored, ${FOR.get(name) ?? whereTo(kept?.hosts ?? [])}.`);
        if (kept?.source === 'environment') say(`SVC_SECRET_${name} overrides it.`);
      });
    },

    delete: ({ name }) =>
      ask(async ({ client }) => {
        await client['secrets.delete']({ params: { name } });
        say(`${name} is deleted.`);
      }),
  };
}

const FOR_GOOGLE = 'for the connection to Google';

/** What the engine itself uses, whatever hosts it was given. */
const FOR: ReadonlyMap<string, string> = new Map([
  [TOOL_SERVER_SECRET, 'and agent hosts must show it to the tool server from their next request on'],
  ['GOOGLE_CLIENT_ID', FOR_GOOGLE],
  ['GOOGLE_CLIENT_SECRET', FOR_GOOGLE],
]);

type Secrets = Awaited<ReturnType<Attached['client']['secrets.list']>>['secrets'];

const whereTo = (hosts: readonly string[]): string =>
  hosts.length === 0
    ? 'and may be sent to no host yet: store it with --hosts'
    : `to be sent to ${hosts.join(', ')}`;

function line({ name, source, hosts, updatedAt }: Secrets[number]): string {
  const since = updatedAt === null ? source : updatedAt.slice(0, 10);
  return `${name}  ${since}  ${hosts.map(onOneLine).join(', ') || '(no host)'}\n`;
}
