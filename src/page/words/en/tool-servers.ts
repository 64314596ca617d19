import { count as number } from '../../parts/format.ts';

/** The words of the area of tool servers. */
export const toolServerWords = {
  title: 'Tool servers',
  intro:
    'Programs and services of others that give the agent further tools. Each call asks you first, until you allow more.',
  none: 'There is no tool server yet.',
  all: 'All tool servers',
  gone: 'There is no tool server of this name.',

  states: { connected: 'Connected', connecting: 'Connecting…', away: 'Away' },
  since: (when: string) => `Connected since ${when}`,
  awayUntil: (when: string) => `Away · Next try at ${when}`,
  kinds: { http: 'Address', command: 'Program of this machine' },
  protocol: (revision: string, software: string) =>
    `Protocol ${revision}; the server calls itself “${software}”.`,
  tools: (count: number) => (count === 0 ? 'no tools' : count === 1 ? '1 tool' : `${number(count)} tools`),
  toAccept: (count: number) => (count === 1 ? '1 to accept' : `${number(count)} to accept`),
  atWork: (count: number) => (count === 1 ? '1 call in progress' : `${number(count)} calls in progress`),
  meanwhile: 'The agent cannot call its tools meanwhile.',

  signIn: 'Sign in…',
  signInAgain: 'Sign in again…',
  signInAt: (host: string) => `Sign in at ${host} (opens another tab)`,
  signInUntil: (when: string) =>
    `It can be used until ${when}. The server is connected once you have signed in.`,
  signedIn: 'svc is signed in there.',
  signOut: 'Sign out',

  test: 'Test now',
  testing: 'Testing…',
  tested: (tools: string) => `It answered, and has ${tools}.`,
  remove: 'Remove',
  removeName: (name: string) => `Remove ${name}`,
  removeSure: (name: string) => `Remove ${name} and what you accepted of it`,
  removed: (name: string) => `The tool server ${name} is removed.`,

  calls: {
    title: 'Calls in progress',
    none: 'None at the moment.',
    since: (when: string) => `since ${when}`,
    of: (done: string, total: string) => `${done} of ${total}`,
    says: 'The server says:',
  },

  toolList: 'Tools',
  stranger: 'Names, descriptions and definitions are the server’s own words. They are shown as plain text.',
  noTools: 'The server has no tools.',
  notYet: 'The tools are known once it is connected.',
  leftOut: (count: number) =>
    count === 1
      ? '1 more tool is not read: the list is too long.'
      : `${number(count)} more tools are not read: the list is too long.`,
  toolStates: {
    offered: 'Accepted',
    changed: 'Changed',
    new: 'New',
    gone: 'Gone',
    unusable: 'Not usable',
  },
  toolHints: {
    offered: '',
    changed:
      'The server changed it after you accepted it. The agent cannot call it until you accept the change. What you allowed for this tool, or for all of this server, no longer counts then.',
    new: 'It came after you accepted the others. The agent cannot call it until you accept it.',
    gone: 'You accepted it, and the server does not have it any more.',
    unusable: '',
  },
  callsItself: (title: string) => `It calls itself “${title}”.`,
  offeredAs: 'Offered as',
  noName: 'A tool without a name',
  saysNothing: 'It says nothing about itself.',
  definition: 'Definition',
  definitionOf: (tool: string) => `Definition of ${tool}`,
  changes: 'What has changed',
  changesOf: (tool: string) => `What has changed in ${tool}`,
  newDefinitionOf: (tool: string) => `Definition of the new tool ${tool}`,
  parts: {
    title: 'Title',
    description: 'Description',
    inputSchema: 'Input',
    outputSchema: 'Output',
    annotations: 'Hints about its effects, which change nothing here',
  },
  partOf: (part: string, tool: string) => `${part} of ${tool}`,
  whiteSpace: 'Only spaces and line breaks differ.',

  accept: 'Accept',
  acceptNamed: (tool: string) => `Accept ${tool}`,
  acceptAll: (count: number) => `Accept all ${number(count)}`,
  waiting: (count: number) =>
    count === 1 ? '1 tool waits for you.' : `${number(count)} tools wait for you.`,
  accepted: (tool: string) => `${tool} is accepted. The next run may use it.`,
  acceptedAll: (count: number) => `${number(count)} tools are accepted. The next run may use them.`,
  outdated: 'The tools have changed since this was shown.',
  showNow: 'Show them now',

  add: {
    title: 'Add a tool server',
    hint: 'svc connects to it at once. The agent may use the tools that it has then, without another OK of yours.',
    name: 'Name',
    nameHint: 'Your choice. It becomes part of the names of its tools.',
    address: 'Address',
    addressHint: 'Like https://mcp.example.com/mcp',
    nameMissing: 'Give it a name.',
    addressMissing: 'Enter its address.',
    submit: 'Add',
    program: 'A program of this machine',
    why: 'A program runs with your rights on this machine, so it is added only at a terminal, and never by a request to this page’s API:',
    line: 'svc mcp add NAME --command PROGRAM ARGUMENTS',
    copy: 'Copy the line',
  },
} as const;
