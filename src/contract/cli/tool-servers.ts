import type { Json } from '../../core/kernel/json.ts';
import { quotedJson } from '../../core/kernel/quoted.ts';
import type { AnswerOf } from '../client.ts';
import { toolServers as routes } from '../http/tool-servers.ts';
import type { CommandInput, CommandRow, Line, RouteCommand, Said } from './command.ts';
import { carriedOut, commandsOf } from './from-route.ts';
import { shellWord } from '../../core/kernel/shell-word.ts';

const command = commandsOf(routes, {
  whenGone: 'svc mcp shows how the servers stand.',
  whenNothing: 'This is not the name of a tool server: svc mcp lists them.',
});

type Server = AnswerOf<(typeof routes)['tool-servers.get']>;
type Listed = AnswerOf<(typeof routes)['tool-servers.list']>['servers'][number];

const standing = ({ state, problem }: Listed): string =>
  problem === null ? state : `${state}: ${problem.error}`;

const named = ({ tools }: Listed, state: Listed['tools'][number]['state']): readonly string[] =>
  tools.filter((tool) => tool.state === state).map(({ name }) => name);

const toAccept = (server: Listed): number => named(server, 'changed').length + named(server, 'new').length;

const counted = (count: number): string => (count === 1 ? '1 tool' : `${count} tools`);

function toolsIn(server: Listed): string {
  if (server.state !== 'connected' && server.tools.length === 0) return '';
  const offered = counted(named(server, 'offered').length);
  const waiting = toAccept(server);
  return waiting === 0
    ? offered
    : `${offered}, ${waiting} to accept (svc mcp show ${shellWord(server.name)})`;
}

function added(server: Server): readonly Line[] {
  const { name, place, state, problem } = server;
  if (state === 'connected')
    return [
      `${name} is added and connected: ${place}`,
      `${counted(named(server, 'offered').length)}, which count as accepted. svc mcp show ${shellWord(name)} prints them.`,
    ];
  const why = problem === null ? 'It is being connected.' : `It cannot be used yet: ${problem.error}`;
  return [
    `${name} is added: ${place}`,
    `${why} svc mcp shows how it stands, and svc mcp remove ${shellWord(name)} takes it out again.`,
  ];
}

function inFull(server: Server): readonly Line[] {
  const { tools, toolsLeftOut, protocol, software } = server;
  return [
    `${server.name}: ${standing(server)}`,
    server.place,
    ...(protocol === null ? [] : [`Protocol ${protocol}; it calls itself ${software ?? 'nothing'}`]),
    ...(toolsLeftOut > 0
      ? [`${counted(toolsLeftOut)} more: the list is too long, and the rest is not read.`]
      : []),
    ...(tools.length > 0
      ? []
      : [server.state === 'connected' ? 'It has no tools.' : 'Its tools are known once it is connected.']),
    ...tools.flatMap((tool) => toolInFull(tool, server.state === 'connected')),
    ...(toAccept(server) === 0
      ? []
      : [
          `To accept the tools as they are shown here: svc mcp accept ${shellWord(server.name)} --seen ${server.listDigest}`,
        ]),
  ];
}

function toolInFull(tool: Server['tools'][number], isConnected: boolean): readonly Line[] {
  const { name, state, why, accepted, present } = tool;
  const head = `- ${name}: ${state === 'offered' && !isConnected ? 'accepted' : state}${why === null ? '' : `. ${why}`}`;
  if (state === 'changed') return [head, `  accepted: ${inJson(accepted)}`, `  now:      ${inJson(present)}`];
  if (state === 'new') return [head, `  now: ${inJson(present)}`];
  return [head, ...(present?.description ? [`  ${inJson(present.description)}`] : [])];
}

/** With invisible characters spelled out, so that two definitions that differ look different. */
const inJson = (value: unknown): string => quotedJson(value as Json, Number.MAX_SAFE_INTEGER);

const serverName: Said = { name: 'name', summary: 'which one' };

const ADD_HELP = `
A server with an address, or a program of this machine that the engine starts (write -- before its arguments that begin with a hyphen):
  svc mcp add notes https://mcp.example.com/mcp
  svc mcp add files --command npx -- -y @modelcontextprotocol/server-filesystem /home/me/documents
The program is started without the engine's environment, and reads and changes what you can.`;

/** The implementation; it resolves to the exit code. */
interface Verbs {
  readonly ask: (route: RouteCommand, input: CommandInput) => Promise<number>;
  /** The token is typed without echo, or read from stdin. */
  readonly toolServerToken: (name: string) => Promise<number>;
}

const list = {
  columns: ['name', standing, toolsIn, 'place'],
  lines: ({ problems }: { readonly problems: readonly string[] }) => problems,
  none: 'There is no tool server.',
} as const;
const which = { name: { of: 'name', summary: serverName.summary } } as const;

export const listToolServers = command('list', 'tool-servers.list', {
  ...list,
  summary: 'Print the tool servers, and how the engine stands with each.',
});
export const removeToolServer = command('remove', 'tool-servers.remove', {
  summary: 'Remove a tool server and end its connection.',
  args: which,
  done: 'It is removed, and its connection has ended.',
});

const adding = {
  without: ['test'],
  more: {
    switches: [
      { name: 'command', summary: 'it is a program of this machine, which the engine starts' },
      { name: 'untested', summary: 'add it without trying whether it is there' },
    ],
    body: ({ switches }: CommandInput) => (switches.has('untested') ? { test: false } : {}),
  },
  hints: { option: 'Write -- before the arguments of a program that begin with a hyphen.' },
  help: ADD_HELP,
  lines: added,
} as const;
const ADDS = 'Add a tool server by its address, or by the command that starts it.';
const server = { name: { of: 'name', summary: 'a name of your choice' } } as const;
const PLACE = 'its address, or the program with its arguments';

export const addToolServer = command('add', 'tool-servers.add', {
  ...adding,
  summary: ADDS,
  args: { ...server, place: { of: 'url', summary: PLACE, many: true } },
});
const addProgram = command('add', 'tool-servers.add-command', {
  ...adding,
  summary: ADDS,
  args: { ...server, place: { of: 'command', summary: PLACE, many: true } },
});
const login = command('login', 'tool-servers.signIn', {
  summary: 'Sign in to a tool server that asks for it: prints the address to open, or takes a token.',
  args: which,
  more: {
    switches: [
      { name: 'token', summary: 'take a token instead: prompts for it without echo, or reads it from stdin' },
    ],
  },
  lines: ({ url, until }) => [
    'Open this address in a browser on this machine and sign in there:',
    url,
    `It can be used until ${until}. svc mcp shows when the server is connected; the engine has to run until then.`,
  ],
});

export const toolServers: readonly CommandRow<Verbs>[] = [
  {
    ...command('mcp', 'tool-servers.list', {
      ...list,
      summary: 'Print the tool servers that the agent uses; add, show, test, accept or remove one.',
    }),
    commands: [
      listToolServers,
      carriedOut<Verbs>(addToolServer, ({ ask }, input) =>
        ask((input.switches.has('command') ? addProgram : addToolServer).asks!, input),
      ),
      command('show', 'tool-servers.get', {
        summary: 'Print one tool server with all its tools, and what has changed in them.',
        args: which,
        lines: inFull,
      }),
      command('test', 'tool-servers.test', {
        summary: 'Connect to a tool server anew, and read its list of tools.',
        args: which,
        head: ['name', standing, toolsIn, 'place'],
      }),
      command('accept', 'tool-servers.accept', {
        summary: 'Accept the tools of a server as svc mcp show has printed them, all or some.',
        args: {
          ...which,
          tools: {
            of: 'tools',
            summary: 'which ones; all if none is named',
            many: true,
            read: (name) => ({ name }),
          },
        },
        options: {
          seen: {
            of: 'seen',
            value: 'digest',
            summary: 'what svc mcp show printed last, so that nothing else is accepted',
          },
        },
        lines: (server) => [
          `The next run may use: ${named(server, 'offered').join(', ') || 'no tool of this server'}.`,
        ],
      }),
      carriedOut<Verbs>(login, ({ ask, toolServerToken }, input) =>
        input.switches.has('token') ? toolServerToken(input.args[0] ?? '') : ask(login.asks!, input),
      ),
      command('logout', 'tool-servers.signOut', {
        summary: 'Forget the login at a tool server.',
        args: which,
        lines: (server) => [`The login at ${server.name} is forgotten.`],
      }),
      removeToolServer,
    ],
  },
];
