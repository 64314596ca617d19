import type { Json } from '../../core/kernel/json.ts';
import { quotedJson } from '../../core/kernel/quoted.ts';
import type { AnswerOf } from '../client.ts';
import { toolServers as routes } from '../http/tool-servers.ts';
import type { CommandInput, CommandRow, Line, RouteCommand } from './command.ts';
import { carriedOut, commandsOf } from './from-route.ts';
import { shellWord } from '../../core/kernel/shell-word.ts';
import { say } from './says.ts';

const command = commandsOf(routes, {
  whenGone: say('gone.tool_servers'),
  whenNothing: say('nothing.tool_server'),
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

/** The implementation; it resolves to the exit code. */
interface Verbs {
  readonly ask: (route: RouteCommand, input: CommandInput) => Promise<number>;
  /** The token is typed without echo, or read from stdin. */
  readonly toolServerToken: (name: string) => Promise<number>;
}

const list = {
  columns: ['name', standing, toolsIn, 'place'],
  lines: ({ problems }: { readonly problems: readonly string[] }) => problems,
  none: say('none.tool_servers'),
} as const;

export const listToolServers = command('list', 'tool-servers.list', list);
export const removeToolServer = command('remove', 'tool-servers.remove', {
  done: say('done.tool_server_removed'),
});

const adding = {
  without: ['test'],
  more: {
    switches: [{ name: 'command' }, { name: 'untested' }],
    body: ({ switches }: CommandInput) => (switches.has('untested') ? { test: false } : {}),
  },
  lines: added,
} as const;
const server = { name: 'name' } as const;

export const addToolServer = command('add', 'tool-servers.add', {
  ...adding,
  args: { ...server, place: { of: 'url', many: true } },
});
const addProgram = command('add', 'tool-servers.add-command', {
  ...adding,
  args: { ...server, place: { of: 'command', many: true } },
});
const login = command('login', 'tool-servers.signIn', {
  more: {
    switches: [{ name: 'token' }],
  },
  lines: ({ url, until }) => [
    'Open this address in a browser on this machine and sign in there:',
    url,
    `It can be used until ${until}. svc mcp shows when the server is connected; the engine has to run until then.`,
  ],
});

export const toolServers: readonly CommandRow<Verbs>[] = [
  {
    ...command('mcp', 'tool-servers.list', list),
    commands: [
      listToolServers,
      carriedOut<Verbs>(addToolServer, ({ ask }, input) =>
        ask((input.switches.has('command') ? addProgram : addToolServer).asks!, input),
      ),
      command('show', 'tool-servers.get', {
        lines: inFull,
      }),
      command('test', 'tool-servers.test', {
        head: ['name', standing, toolsIn, 'place'],
      }),
      command('accept', 'tool-servers.accept', {
        args: {
          name: 'name',
          tools: {
            of: 'tools',
            many: true,
            read: (name) => ({ name }),
          },
        },
        options: {
          seen: {
            of: 'seen',
            value: 'digest',
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
        lines: (server) => [`The login at ${server.name} is forgotten.`],
      }),
      removeToolServer,
    ],
  },
];
