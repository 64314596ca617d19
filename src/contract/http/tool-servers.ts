import { VISIBLE_ASCII } from '../../core/kernel/patterns.ts';
import { Type } from 'typebox';
import type { refuse as refuseConfig } from '../../core/instance/config/errors.ts';
import type { refuse as refuseSecrets } from '../../core/trust/secrets/errors.ts';
import type { refuse } from '../../core/execution/tool-servers/errors.ts';
import { toolServerLimits } from '../../core/execution/tool-servers/limits.ts';
import { placeText, type Definition, type ServerTool } from '../../core/execution/tool-servers/model.ts';
import type { ServerReport } from '../../core/execution/tool-servers/server-tools.ts';
import { rowsRefusing } from '../row.ts';
import { closed, saysAs, SaysOfProblems, SaysOfText, shownProblems, Time, time } from '../shapes.ts';
import { inEnglish } from '../words/english.ts';

const { json, privateJson } = rowsRefusing<typeof refuse & typeof refuseConfig & typeof refuseSecrets>();

const OrNull = <const T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Union([type, Type.Null()]);

const ShownDefinition = Type.Object(
  {
    title: OrNull(Type.String()),
    description: Type.String(),
    inputSchema: Type.Record(Type.String(), Type.Unknown()),
    outputSchema: OrNull(Type.Record(Type.String(), Type.Unknown())),
    annotations: OrNull(Type.Record(Type.String(), Type.Unknown())),
  },
  { description: "In its server's own words, uncleaned: text of a stranger" },
);

const listedTool = {
  name: Type.String({ description: "In its server's spelling" }),
  offeredName: OrNull(Type.String({ description: 'The name for models: mcp__<server>__<tool>' })),
  state: Type.Enum(['offered', 'changed', 'new', 'gone', 'unusable'], {
    description:
      'offered: the agent may call it; changed: its definition differs from the accepted one; new: it came after the others were accepted; gone: the server has it no more; unusable: it cannot be offered',
  }),
  why: OrNull(Type.String({ description: 'Why it is unusable' })),
  saysWhy: SaysOfText,
  digest: OrNull(Type.String({ description: 'SHA-256 of the present definition' })),
  acceptedAt: OrNull(Time),
};
const ListedTool = Type.Object(listedTool);
const Tool = Type.Object({
  ...listedTool,
  accepted: OrNull(ShownDefinition),
  present: OrNull(ShownDefinition),
});

const standing = {
  name: Type.String(),
  kind: Type.Enum(['http', 'command']),
  place: Type.String({ description: 'Its address, or its command as one would type it' }),
  state: Type.Enum(['connecting', 'connected', 'away']),
  connectedSince: OrNull(Time),
  protocol: OrNull(Type.String({ description: "The protocol's revision" })),
  software: OrNull(Type.String({ description: "The server's name and version in its own words" })),
  problem: OrNull(
    Type.Object(
      { code: Type.String(), error: Type.String(), says: SaysOfText, retryAt: Time },
      { description: 'While it is away' },
    ),
  ),
  isSignedIn: Type.Boolean({ description: 'Whether the engine has a login there' }),
  signIn: OrNull(
    Type.Object({ url: Type.String(), until: Time }, { description: 'A login that waits for the owner' }),
  ),
  toolsLeftOut: Type.Integer({
    minimum: 0,
    description: `Tools beyond the first ${toolServerLimits.tools}, which are not read`,
  }),
  calls: Type.Array(
    Type.Object({
      tool: Type.String(),
      since: Time,
      progress: OrNull(
        Type.Object(
          {
            done: Type.Number(),
            total: OrNull(Type.Number()),
            message: OrNull(Type.String()),
          },
          { description: 'As the server says' },
        ),
      ),
    }),
    { description: 'The calls that it works on now' },
  ),
};
const ListedToolServer = Type.Object({ ...standing, tools: Type.Array(ListedTool) });
const ToolServer = Type.Object({
  ...standing,
  listDigest: Type.String({ description: 'Changes with every definition in `tools`' }),
  tools: Type.Array(Tool),
});

const shownDefinition = ({ name: _name, ...definition }: Definition) => ({ ...definition });

const shownListed = ({ accepted, present, why, ...tool }: ServerTool) => ({
  ...tool,
  why: why && inEnglish(why),
  ...saysAs('saysWhy', why && [why]),
  digest: present?.digest ?? null,
  acceptedAt: accepted ? time(accepted.acceptedAt) : null,
});

const shownTool = (tool: ServerTool) => ({
  ...shownListed(tool),
  ...definitionsOf(tool),
});

const definitionsOf = ({ accepted, present }: ServerTool) => ({
  accepted: accepted && shownDefinition(accepted.definition),
  present: present && shownDefinition(present.definition),
});

const shownStanding = ({ server, state, leftOut, calls, signIn, isSignedIn }: ServerReport) => ({
  name: server.name,
  kind: server.place.kind,
  place: placeText(server.place),
  state: state.state,
  connectedSince: state.state === 'connected' ? time(state.since) : null,
  protocol: state.state === 'connected' ? state.protocol : null,
  software: state.state === 'connected' ? state.software : null,
  problem:
    state.state === 'away'
      ? {
          code: state.code,
          error: inEnglish(state.says),
          ...saysAs('says', state.says),
          retryAt: time(state.retryAt),
        }
      : null,
  isSignedIn,
  signIn: signIn && { url: signIn.url, until: time(signIn.until) },
  toolsLeftOut: leftOut,
  calls: calls.map(({ since, ...call }) => ({ ...call, since: time(since) })),
});

const shown = (report: ServerReport) => ({
  ...shownStanding(report),
  listDigest: report.listDigest,
  tools: report.tools.map(shownTool),
});

const Name = Type.String({ minLength: 1, maxLength: 100, description: 'Another one for each server' });
const Tried = Type.Optional(
  Type.Boolean({ description: 'false: add it without looking whether it is there; the default is true' }),
);
const ofConfig = ['config_file_invalid'] as const;

export const toolServers = {
  'tool-servers.list': json({
    route: 'GET /api/tool-servers',
    who: 'owner',
    summary:
      'The tool servers of the configuration: how the engine stands with each, and its tools without their definitions.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Type.Object({
      servers: Type.Array(ListedToolServer),
      problems: Type.Array(Type.String(), {
        description: 'In sentences, why servers of the configuration are not in the list',
      }),
      says: SaysOfProblems,
    }),
    handle: async ({ toolServers }) => ({
      ...shownProblems(toolServers.problems()),
      servers: toolServers
        .list()
        .map((report) => ({ ...shownStanding(report), tools: report.tools.map(shownListed) })),
    }),
  }),
  'tool-servers.get': json({
    route: 'GET /api/tool-servers/:name',
    who: 'owner',
    paramsCheckedByService: true,
    summary: 'One tool server, with the accepted and the present definition of each tool.',
    status: 200,
    refuses: ['tool_server_not_found'],
    ours: true,
    returns: ToolServer,
    handle: async ({ toolServers }, { params }) => shown(toolServers.get(params.name)),
  }),
  'tool-servers.add': json({
    route: 'POST /api/tool-servers',
    who: 'owner',
    summary:
      'Add a tool server to mcp_servers of the user file, and connect to it: the answer says what that came to, unless it takes long. One that does not answer stays, and is tried again. The tools that it has when it is first met are accepted.',
    status: 201,
    refuses: ['tool_server_exists', 'tool_server_invalid', ...ofConfig],
    ours: true,
    body: Type.Object(
      {
        name: Name,
        url: Type.String({ minLength: 1, maxLength: 2_048, description: 'Where it answers' }),
        test: Tried,
      },
      closed,
    ),
    returns: ToolServer,
    handle: async ({ toolServers }, { body }) =>
      shown(
        await toolServers.add(body.name, { kind: 'http', url: body.url }, { isTried: body.test !== false }),
      ),
  }),
  'tool-servers.add-command': privateJson({
    route: 'POST /api/tool-servers/commands',
    who: 'owner',
    summary: 'Add a tool server that the engine starts as a program. Only the terminal may.',
    status: 201,
    refuses: ['tool_server_exists', 'tool_server_program_missing', ...ofConfig],
    ours: true,
    body: Type.Object(
      {
        name: Name,
        command: Type.Array(Type.String({ maxLength: 4_096 }), { minItems: 1, maxItems: 64 }),
        test: Tried,
      },
      closed,
    ),
    returns: ToolServer,
    handle: async ({ toolServers }, { body }) =>
      shown(
        await toolServers.add(
          body.name,
          { kind: 'command', command: body.command },
          { isTried: body.test !== false },
        ),
      ),
  }),
  'tool-servers.remove': json({
    route: 'DELETE /api/tool-servers/:name',
    who: 'owner',
    paramsCheckedByService: true,
    summary:
      'Remove a tool server from the user file and end its connection. What was accepted of it is forgotten.',
    status: 204,
    refuses: ['tool_server_not_found', ...ofConfig],
    ours: true,
    handle: async ({ toolServers }, { params }) => void (await toolServers.remove(params.name)),
  }),
  'tool-servers.test': json({
    route: 'POST /api/tool-servers/:name/test',
    who: 'owner',
    paramsCheckedByService: true,
    summary:
      'Connect anew, and read its list of tools. While it works on a call, its connection is kept if it still serves.',
    status: 200,
    refuses: ['tool_server_not_found', 'tool_server_away', 'tool_server_failed', 'tool_server_address'],
    ours: true,
    returns: ToolServer,
    handle: async ({ toolServers }, { params }) => shown(await toolServers.test(params.name)),
  }),
  'tool-servers.signIn': json({
    route: 'POST /api/tool-servers/:name/sign-in',
    who: 'owner',
    paramsCheckedByService: true,
    summary:
      'Begin a login at a server that asks for one, or tell the one in progress. Open the address in a browser on this machine; the engine connects once it is done.',
    status: 200,
    refuses: [
      'tool_server_not_found',
      'tool_server_no_sign_in',
      'tool_server_away',
      'tool_server_failed',
      'tool_server_address',
    ],
    ours: true,
    returns: Type.Object({ url: Type.String(), until: Time }),
    handle: async ({ toolServers }, { params }) => {
      const { url, until } = await toolServers.signIn(params.name);
      return { url, until: time(until) };
    },
  }),
  'tool-servers.useToken': json({
    route: 'PUT /api/tool-servers/:name/sign-in',
    who: 'owner',
    paramsCheckedByService: true,
    summary:
      'Give the engine a token for a server that wants one and has no login in a browser. It is kept in the vault and sent to that server alone.',
    status: 200,
    refuses: ['tool_server_not_found', 'tool_server_no_sign_in', 'vault_locked'],
    ours: true,
    body: Type.Object(
      {
        token: Type.String({
          minLength: 1,
          maxLength: 4_096,
          pattern: VISIBLE_ASCII,
          description: 'As it stands after "Bearer"',
        }),
      },
      closed,
    ),
    returns: ToolServer,
    handle: async ({ toolServers }, { params, body }) =>
      shown(await toolServers.useToken(params.name, body.token)),
  }),
  'tool-servers.signOut': json({
    route: 'DELETE /api/tool-servers/:name/sign-in',
    who: 'owner',
    paramsCheckedByService: true,
    summary: 'Forget the login at a server.',
    status: 200,
    refuses: ['tool_server_not_found'],
    ours: true,
    returns: ToolServer,
    handle: async ({ toolServers }, { params }) => shown(await toolServers.signOut(params.name)),
  }),
  'tool-servers.accept': json({
    route: 'POST /api/tool-servers/:name/accept',
    who: 'owner',
    paramsCheckedByService: true,
    summary:
      'Accept the present definitions of its tools, of all or of some: each by its digest, or all by that of the list, so that nothing is accepted that was not seen. What was allowed for a tool counts no more where its definition is another one than before.',
    status: 200,
    refuses: [
      'tool_server_not_found',
      'tool_server_away',
      'tool_not_found',
      'tool_unseen',
      'tool_changed_again',
    ],
    ours: true,
    body: Type.Object(
      {
        seen: Type.Optional(
          Type.String({ maxLength: 64, description: '`listDigest` of what the owner has seen' }),
        ),
        tools: Type.Optional(
          Type.Array(
            Type.Object(
              {
                name: Type.String({ maxLength: toolServerLimits.toolNameChars }),
                digest: Type.Optional(
                  Type.String({ maxLength: 64, description: 'Of the definition that the owner has seen' }),
                ),
              },
              closed,
            ),
            { minItems: 1, maxItems: toolServerLimits.tools, description: 'Absent: all' },
          ),
        ),
      },
      closed,
    ),
    returns: ToolServer,
    handle: async ({ toolServers }, { params, body }) =>
      shown(await toolServers.accept(params.name, { tools: body.tools ?? null, seen: body.seen ?? null })),
  }),
};
