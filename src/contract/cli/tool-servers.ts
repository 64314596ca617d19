import type { Json } from '../../core/kernel/json.ts';
import { quotedJson } from '../../core/kernel/quoted.ts';
import type { AnswerOf } from '../client.ts';
import type { toolServers as routes } from '../http/tool-servers.ts';
import {
  type CommandInput,
  type CommandRow,
  type Line,
  type RouteCommand,
  type Said,
  routesOf,
} from './command.ts';
import { shellWord } from '../../core/kernel/shell-word.ts';

const ask = routesOf<typeof routes>();

const words = {
  whenGone: 'svc mcp shows how the servers stand.',
  whenNothing: 'This is not the name of a tool server: svc mcp lists them.',
};

type Server = AnswerOf<(typeof routes)['tool-servers.get']>;
type Listed = AnswerOf<(typeof routes)['tool-servers.list']>['servers'][number];

export const listToolServers = ask('tool-servers.list', {
  ...words,
  lines: ({ servers, problems }) => [
    ...servers.map((server) => [server.name, standing(server), toolsIn(server), server.place]),
    ...problems,
  ],
  none: 'There is no tool server.',
});

export const showToolServer = ask('tool-servers.get', {
  ...words,
  request: ({ args: [name = ''] }) => ({ params: { name } }),
  lines: inFull,
});

export const removeToolServer = ask('tool-servers.remove', {
  ...words,
  request: ({ args: [name = ''] }) => ({ params: { name } }),
  done: 'It is removed, and its connection has ended.',
});

export const addToolServer = ask('tool-servers.add', {
  ...words,
  request: ({ args: [name = '', url = ''], switches }) => ({ body: { name, url, ...untested(switches) } }),
  lines: added,
});

const addCommand = ask('tool-servers.add-command', {
  ...words,
  request: ({ args: [name = '', ...command], switches }) => ({
    body: { name, command: [...command], ...untested(switches) },
  }),
  lines: added,
});

const untested = (switches: ReadonlySet<string>) => (switches.has('untested') ? { test: false } : {});

const testToolServer = ask('tool-servers.test', {
  ...words,
  request: ({ args: [name = ''] }) => ({ params: { name } }),
  lines: (server) => [[server.name, standing(server), toolsIn(server), server.place]],
});

const login = ask('tool-servers.signIn', {
  ...words,
  request: ({ args: [name = ''] }) => ({ params: { name } }),
  lines: ({ url, until }) => [
    'Open this address in a browser on this machine and sign in there:',
    url,
    `It can be used until ${until}. svc mcp shows when the server is connected; the engine has to run until then.`,
  ],
});

const logout = ask('tool-servers.signOut', {
  ...words,
  request: ({ args: [name = ''] }) => ({ params: { name } }),
  lines: (server) => [`The login at ${server.name} is forgotten.`],
});

const acceptTools = ask('tool-servers.accept', {
  ...words,
  request: ({ args: [name = '', ...tools], options }) => {
    const seen = options.get('seen');
    const of = tools.length === 0 ? {} : { tools: tools.map((tool) => ({ name: tool })) };
    return { params: { name }, body: { ...of, ...(seen === undefined ? {} : { seen }) } };
  },
  lines: (server) => [
    `The next run may use: ${named(server, 'offered').join(', ') || 'no tool of this server'}.`,
  ],
});

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

export const toolServers: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'mcp',
    summary: 'Print the tool servers that the agent uses; add, show, test, accept or remove one.',
    json: true,
    asks: listToolServers,
    commands: [
      {
        kind: 'command',
        name: 'list',
        summary: 'Print the tool servers, and how the engine stands with each.',
        json: true,
        asks: listToolServers,
      },
      {
        kind: 'command',
        name: 'add',
        summary: 'Add a tool server by its address, or by the command that starts it.',
        args: [
          { name: 'name', summary: 'a name of your choice' },
          { name: 'place', summary: 'its address, or the program with its arguments', many: true },
        ],
        json: true,
        switches: [
          { name: 'command', summary: 'it is a program of this machine, which the engine starts' },
          { name: 'untested', summary: 'add it without trying whether it is there' },
        ],
        hints: { option: 'Write -- before the arguments of a program that begin with a hyphen.' },
        help: ADD_HELP,
        handle: (verbs, input) =>
          verbs.ask(input.switches.has('command') ? addCommand : addToolServer, input),
      },
      {
        kind: 'command',
        name: 'show',
        summary: 'Print one tool server with all its tools, and what has changed in them.',
        args: [serverName],
        json: true,
        asks: showToolServer,
      },
      {
        kind: 'command',
        name: 'test',
        summary: 'Connect to a tool server anew, and read its list of tools.',
        args: [serverName],
        json: true,
        asks: testToolServer,
      },
      {
        kind: 'command',
        name: 'accept',
        summary: 'Accept the tools of a server as svc mcp show has printed them, all or some.',
        args: [
          serverName,
          { name: 'tools', summary: 'which ones; all if none is named', optional: true, many: true },
        ],
        options: [
          {
            name: 'seen',
            value: 'digest',
            summary: 'what svc mcp show printed last, so that nothing else is accepted',
          },
        ],
        json: true,
        asks: acceptTools,
      },
      {
        kind: 'command',
        name: 'login',
        summary: 'Sign in to a tool server that asks for it: prints the address to open, or takes a token.',
        args: [serverName],
        json: true,
        switches: [
          {
            name: 'token',
            summary: 'take a token instead: prompts for it without echo, or reads it from stdin',
          },
        ],
        handle: (verbs, input) =>
          input.switches.has('token') ? verbs.toolServerToken(input.args[0] ?? '') : verbs.ask(login, input),
      },
      {
        kind: 'command',
        name: 'logout',
        summary: 'Forget the login at a tool server.',
        args: [serverName],
        asks: logout,
      },
      {
        kind: 'command',
        name: 'remove',
        summary: 'Remove a tool server and end its connection.',
        args: [serverName],
        asks: removeToolServer,
      },
    ],
  },
];
