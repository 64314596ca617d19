import { requirement, type Requirements } from './requirement.ts';

/** Tool servers that the engine is a client of. */
export const ofToolServers = {
  'tool-servers.revisions': requirement(
    'ours: behaviour',
    'The engine speaks to tool servers of all revisions of the protocol: over Streamable HTTP, over the older transport with server-sent events, and over the pipes of a program.',
    'long',
  ),
  'tool-servers.addresses': requirement(
    ['ours: promise S22', 'ours: promise S33'],
    'A tool server may be on this machine or in its network. The engine connects to no address that is never allowed, to none of its own ports, and to no other origin that a redirect names.',
  ),
  'tool-servers.bounded': requirement(
    'ours: promise R25',
    'A message of a tool server without an end, and a flood of messages, end the connection with a reason; neither is kept in memory.',
  ),
  'tool-servers.programs': requirement(
    'ours: promise R24',
    'A tool server that is a program gets a few variables of the environment, meets no shell, and ends with all that it has started, also when it ignores signals.',
  ),
  'tool-servers.program-limits': requirement(
    'ours: promise R25',
    'A program that opens files, writes one or starts others without end, or takes half of the machine’s memory, is stopped with a reason.',
    'long',
  ),
  'tool-servers.names': requirement(
    'ours: behaviour',
    'A tool is offered as mcp__<server>__<tool>, in the characters and length that providers take; names stay apart and never hide a tool of the engine.',
  ),
  'tool-servers.cleaned': requirement(
    'ours: behaviour',
    'Descriptions and schemas of tool servers are cut, cleaned and marked as text of a stranger.',
  ),
  'tool-servers.schemas': requirement(
    'ours: behaviour',
    'Whatever draft a tool’s schema is of, models are told one object with all its fields, under names that providers take; the server gets its own names.',
  ),
  'tool-servers.unusable': requirement(
    'ours: behaviour',
    'A definition that cannot be offered is shown with the reason, and the other tools of its server are offered.',
  ),
  'tool-servers.pinned': requirement(
    'ours: behaviour',
    'What a server has when it is first met is accepted; a tool that changes or comes later waits until the owner accepts it.',
  ),
  'tool-servers.consent': requirement(
    'ours: behaviour',
    'Each call needs consent as one that sends outside, whatever the server says of it; lasting consent is for one tool, or for one server in one conversation.',
  ),
  'tool-servers.no-secrets': requirement(
    'ours: behaviour',
    'A call whose input contains a secret, or refers to one, is not sent.',
  ),
  'tool-servers.results': requirement(
    'ours: behaviour',
    'Results are cut and marked as a stranger’s; images and resources are described, and no address is followed.',
  ),
  'tool-servers.forms': requirement(
    'ours: behaviour',
    'A form of a server is shown to the owner through a prompt of ours, with a field of the right kind for each answer, and sent only when its answers fit; one that asks for a secret is declined.',
  ),
  'tool-servers.time': requirement(
    'ours: behaviour',
    'A call ends when its time is used up, whatever the server does; the time in which the owner is asked does not count.',
  ),
  'tool-servers.away': requirement(
    'ours: behaviour',
    'A server that is away is tried again after growing pauses; a call to it fails with a sentence, and the run goes on.',
  ),
  'tool-servers.forgotten': requirement(
    'ours: behaviour',
    'A server that does not know its connection any more, however it says so, is connected anew. A call that it refused is not repeated, and after a pause a call is only made on a connection that the server knows. A test begins anew.',
  ),
  'tool-servers.list-changes': requirement(
    'ours: behaviour',
    'A changed list is read again; a server that reports changes all the time is asked more and more rarely.',
  ),
  'tool-servers.sign-in': requirement(
    'ours: behaviour',
    'A login (OAuth 2.1) begins on the owner’s word; its tokens are kept in the vault for that server alone.',
  ),
  'tool-servers.agents': requirement(
    'ours: behaviour',
    'A sub-agent gets the tools of a server only where its role lists them.',
  ),
  'tool-servers.commands': requirement(
    'ours: behaviour',
    'A server that is a program of this machine is set only at the terminal or in the file; requests to the API are refused.',
    'long',
  ),
  'tool-servers.terminal': requirement(
    'ours: behaviour',
    'svc mcp adds, lists, shows, tests, accepts and removes tool servers; /mcp does in the chat.',
    'long',
  ),
} satisfies Requirements;
