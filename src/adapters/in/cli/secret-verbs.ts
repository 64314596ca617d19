import { EXIT } from '../../../contract/cli/command.ts';
import { say as sayOf, type Tell } from '../../../contract/cli/says.ts';
import { TOOL_SERVER_SECRET, words } from '../../../contract/cli/secrets.ts';
import type { Says } from '../../../contract/words/says.ts';
import type { OwnCode, OwnCodes } from './at-terminal.ts';
import type { Attached } from './attach.ts';
import { askRoute } from './route-verb.ts';
import { login, toolServerWords } from '../../../contract/cli/tool-servers.ts';

/** Reads a value without echo, or from stdin, and never from the command line; null where there is none. */
const readValue = async (at: Parameters<OwnCode>[0], missing: 'no_value' | 'no_token_given') => {
  const given = await at.readSecret();
  if (given === null) return null;
  const value = missing === 'no_value' ? given.replace(/\r?\n$/u, '') : given.trim();
  if (value !== '') return value;
  at.refuse(at.tell(`terminal.${missing}`));
  return null;
};

/** `svc secret` prints names, never values. */
export const secretVerbs = {
  'secret list': (at, { json }) =>
    at.over({ ...words, engine: at.attachedOrLooking }, async ({ client }) => {
      const [{ secrets }, status] = await Promise.all([client['secrets.list'](), client['secrets.status']()]);
      if (json) at.printJson({ secrets });
      else at.print(secrets.map((one) => line(one, at.tell)));
      if (status.problem !== null) at.say(status.problem);
      if (!json && secrets.length === 0) at.say(at.tell('terminal.no_secrets'));
    }),

  'secret set': async (at, { args: [name = ''], options }) => {
    const { say, tell } = at;
    const value = await readValue(at, 'no_value');
    if (value === null) return EXIT.refused;
    const hosts = options
      .get('hosts')
      ?.split(',')
      .map((host) => host.trim())
      .filter(Boolean);
    return await at.over(words, async ({ client }) => {
      const body = { value, ...(hosts === undefined ? {} : { hosts }) };
      await client['secrets.put']({ params: { name }, body });
      const { secrets } = await client['secrets.list']();
      const kept = secrets.find((secret) => secret.name === name);
      const use = tell(FOR.get(name) ?? whereTo(kept?.hosts ?? []));
      say(tell('terminal.secret_stored', { name, use }));
      if (kept?.source === 'environment') say(tell('terminal.secret_overridden', { name }));
    });
  },

  'mcp login': async (at, input) => {
    if (!input.switches.has('token')) return await askRoute(at, login.asks!, input);
    const [name = ''] = input.args;
    const token = await readValue(at, 'no_token_given');
    if (token === null) return EXIT.refused;
    return await at.over(toolServerWords, async ({ client }) => {
      await client['tool-servers.useToken']({ params: { name }, body: { token } });
      at.say(at.tell('terminal.token_kept', { name }));
    });
  },
} satisfies OwnCodes;

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

const line = ({ name, source, hosts, updatedAt }: Secrets[number], tell: Tell): readonly string[] => [
  name,
  updatedAt === null ? source : updatedAt.slice(0, 10),
  hosts.join(', ') || tell('terminal.no_host'),
];
