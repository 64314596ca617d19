import type { Says, Tell } from '../../../contract/words/says.ts';
import { EXIT } from '../../../contract/cli/command.ts';
import { TOOL_SERVER_SECRET, type SecretVerbs } from '../../../contract/cli/secrets.ts';
import type { Attached } from './attach.ts';
import { onOneLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';

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
    whenGone: sayOf('gone.secrets'),
    whenNothing: sayOf('nothing.secret'),
  });
  return {
    list: ({ json }) =>
      ask(async ({ client }) => {
        const [{ secrets }, status] = await Promise.all([
          client['secrets.list'](),
          client['secrets.status'](),
        ]);
        if (json) out(`${JSON.stringify({ secrets })}\n`);
        else out(secrets.map((one) => line(one, tell)).join(''));
        if (status.problem !== null) say(status.problem);
        if (!json && secrets.length === 0) say(tell(sayOf('terminal.no_secrets')));
      }),

    set: async ({ name, hosts }) => {
      const given = await readSecret();
      if (given === null) return EXIT.refused;
      const value = given.replace(/\r?\n$/u, '');
      if (value === '') return refuse(tell(sayOf('terminal.no_value')));
      return await ask(async ({ client }) => {
        const body = { value, ...(hosts === null ? {} : { hosts: [...hosts] }) };
        await client['secrets.put']({ params: { name }, body });
        const { secrets } = await client['secrets.list']();
        const kept = secrets.find((secret) => secret.name === name);
        say(
          tell(
            sayOf('terminal.secret_stored', { name, use: tell(FOR.get(name) ?? whereTo(kept?.hosts ?? [])) }),
          ),
        );
        if (kept?.source === 'environment') say(tell(sayOf('terminal.secret_overridden', { name })));
      });
    },

    delete: ({ name }) =>
      ask(async ({ client }) => {
        await client['secrets.delete']({ params: { name } });
        say(tell(sayOf('terminal.secret_deleted', { name })));
      }),
  };
}

const FOR_GOOGLE = sayOf('terminal.for_google');

/** What the engine itself uses, whatever hosts it was given. */
const FOR: ReadonlyMap<string, Says> = new Map<string, Says>([
  [TOOL_SERVER_SECRET, sayOf('terminal.for_tool_server')],
  ['GOOGLE_CLIENT_ID', FOR_GOOGLE],
  ['GOOGLE_CLIENT_SECRET', FOR_GOOGLE],
]);

type Secrets = Awaited<ReturnType<Attached['client']['secrets.list']>>['secrets'];

const whereTo = (hosts: readonly string[]): Says =>
  hosts.length === 0
    ? sayOf('terminal.for_no_host')
    : sayOf('terminal.for_hosts', { hosts: hosts.join(', ') });

function line({ name, source, hosts, updatedAt }: Secrets[number], tell: Tell): string {
  const since = updatedAt === null ? source : updatedAt.slice(0, 10);
  return `${name}  ${since}  ${hosts.map(onOneLine).join(', ') || tell(sayOf('terminal.no_host'))}\n`;
}
