import type { Json } from '../../core/kernel/json.ts';
import { quotedJson } from '../../core/kernel/quoted.ts';
import type { AnswerOf } from '../client.ts';
import { toolServers as routes } from '../http/tool-servers.ts';
import type { CommandInput, Line } from './command.ts';
import { commandsOf, listing } from './from-route.ts';
import { shellWord } from '../../core/kernel/shell-word.ts';
import { say, type Tell } from './says.ts';

export const toolServerWords = {
  whenGone: say('gone.tool_servers'),
  whenNothing: say('nothing.tool_server'),
};
const command = commandsOf(routes, toolServerWords);

type Server = AnswerOf<(typeof routes)['tool-servers.get']>;
type Listed = AnswerOf<(typeof routes)['tool-servers.list']>['servers'][number];

const standing = ({ state, problem }: Listed): string =>
  problem === null ? state : `${state}: ${problem.error}`;

const named = ({ tools }: Listed, state: Listed['tools'][number]['state']): readonly string[] =>
  tools.filter((tool) => tool.state === state).map(({ name }) => name);

const toAccept = (server: Listed): number => named(server, 'changed').length + named(server, 'new').length;

const counted = (count: number, tell: Tell): string => tell('terminal.tools_number', { count });

function toolsIn(server: Listed, tell: Tell): string {
  if (server.state !== 'connected' && server.tools.length === 0) return '';
  const offered = counted(named(server, 'offered').length, tell);
  const waiting = toAccept(server);
  return waiting === 0
    ? offered
    : tell('terminal.tools_to_accept', { offered, waiting: String(waiting), name: shellWord(server.name) });
}

function added(server: Server, tell: Tell): readonly Line[] {
  const { name, place, state, problem } = server;
  if (state === 'connected')
    return [
      tell('terminal.server_connected', { name, place }),
      tell('terminal.count_as_accepted', {
        tools: counted(named(server, 'offered').length, tell),
        name: shellWord(name),
      }),
    ];
  const why =
    problem === null
      ? tell('terminal.being_connected')
      : tell('terminal.not_usable_yet', { problem: problem.error });
  return [
    tell('terminal.server_added', { name, place }),
    tell('terminal.how_it_stands', { why, name: shellWord(name) }),
  ];
}

function inFull(server: Server, tell: Tell): readonly Line[] {
  const { tools, toolsLeftOut, protocol, software } = server;
  return [
    `${server.name}: ${standing(server)}`,
    server.place,
    ...(protocol === null ? [] : [tell('terminal.protocol', { protocol, software })]),
    ...(toolsLeftOut > 0 ? [tell('terminal.tools_left_out', { tools: counted(toolsLeftOut, tell) })] : []),
    ...(tools.length > 0
      ? []
      : [
          server.state === 'connected'
            ? tell('terminal.has_no_tools')
            : tell('terminal.tools_once_connected'),
        ]),
    ...tools.flatMap((tool) => toolInFull(tool, server.state === 'connected', tell)),
    ...(toAccept(server) === 0
      ? []
      : [tell('terminal.to_accept', { name: shellWord(server.name), digest: server.listDigest })]),
  ];
}

function toolInFull(tool: Server['tools'][number], isConnected: boolean, tell: Tell): readonly Line[] {
  const { name, state, why, accepted, present } = tool;
  const head = `- ${name}: ${state === 'offered' && !isConnected ? 'accepted' : state}${why === null ? '' : `. ${why}`}`;
  if (state === 'changed')
    return [
      head,
      tell('terminal.was_accepted', { json: inJson(accepted) }),
      tell('terminal.is_now_below', { json: inJson(present) }),
    ];
  if (state === 'new') return [head, tell('terminal.is_now', { json: inJson(present) })];
  return [head, ...(present?.description ? [`  ${inJson(present.description)}`] : [])];
}

/** With invisible characters spelled out, so that two definitions that differ look different. */
const inJson = (value: unknown): string => quotedJson(value as Json, Number.MAX_SAFE_INTEGER);

export const listToolServers = command('list', 'tool-servers.list', {
  columns: ['name', standing, toolsIn, 'place'],
  lines: ({ problems }) => problems,
  none: say('none.tool_servers'),
});
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
export const login = command('login', 'tool-servers.signIn', {
  more: { switches: [{ name: 'token' }] },
  lines: ({ url, until }, tell: Tell) => [
    tell('terminal.open_and_sign_in'),
    url,
    tell('terminal.login_until', { until }),
  ],
});

export const toolServers = listing('mcp', listToolServers, [
  {
    ...addToolServer,
    insteadAsks: ({ switches }) => (switches.has('command') ? addProgram.asks : undefined),
  },
  command('show', 'tool-servers.get', { lines: inFull }),
  command('test', 'tool-servers.test', { head: ['name', standing, toolsIn, 'place'] }),
  command('accept', 'tool-servers.accept', {
    args: {
      name: 'name',
      tools: {
        of: 'tools',
        many: true,
        read: (name) => ({ name }),
      },
    },
    options: { seen: { of: 'seen', value: 'digest' } },
    lines: (server, tell: Tell) => [
      tell('terminal.next_may_use', {
        tools: named(server, 'offered').join(', ') || tell('terminal.no_tool_of_it'),
      }),
    ],
  }),
  { ...login, own: 'mcp login' },
  command('logout', 'tool-servers.signOut', {
    lines: (server, tell: Tell) => [tell('terminal.login_forgotten', { name: server.name })],
  }),
  removeToolServer,
]);
