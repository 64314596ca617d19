import { long, quick, type Requirements } from './requirement.ts';

/** Tool servers that the engine is a client of. */
export const ofToolServers = [
  long('ours: behaviour', {
    'tool-servers.revisions':
      'The engine speaks to tool servers of all revisions of the protocol: over Streamable HTTP, over the older transport with server-sent events, and over the pipes of a program.',
    'tool-servers.commands':
      'A server that is a program of this machine is set only at the terminal or in the file; requests to the API are refused.',
    'tool-servers.terminal':
      'svc mcp adds, lists, shows, tests, accepts and removes tool servers; /mcp does in the chat.',
  }),
  quick(['ours: promise S22', 'ours: promise S33'], {
    'tool-servers.addresses':
      'A tool server may be on this machine or in its network. The engine connects to no address that is never allowed, to none of its own ports, and to no other origin that a redirect names.',
  }),
  quick('ours: promise R25', {
    'tool-servers.bounded':
      'A message of a tool server without an end, and a flood of messages, end the connection with a reason; neither is kept in memory.',
  }),
  quick('ours: promise R24', {
    'tool-servers.programs':
      'A tool server that is a program gets a few variables of the environment, meets no shell, and ends with all that it has started, also when it ignores signals.',
  }),
  long('ours: promise R25', {
    'tool-servers.program-limits':
      'A program that opens files, writes one or starts others without end, or takes half of the machine’s memory, is stopped with a reason.',
  }),
  quick('ours: behaviour', {
    'tool-servers.names':
      'A tool is offered as mcp__<server>__<tool>, in the characters and length that providers take; names stay apart and never hide a tool of the engine.',
    'tool-servers.cleaned':
      'Descriptions and schemas of tool servers are cut, cleaned and marked as text of a stranger.',
    'tool-servers.schemas':
      'Whatever draft a tool’s schema is of, models are told one object with all its fields, under names that providers take; the server gets its own names.',
    'tool-servers.unusable':
      'A definition that cannot be offered is shown with the reason, and the other tools of its server are offered.',
    'tool-servers.pinned':
      'What a server has when it is first met is accepted; a tool that changes or comes later waits until the owner accepts it.',
    'tool-servers.consent':
      'Each call needs consent as one that sends outside, whatever the server says of it; lasting consent is for one tool, or for one server in one conversation.',
    'tool-servers.no-secrets': 'A call whose input contains a secret, or refers to one, is not sent.',
    'tool-servers.results':
      'Results are cut and marked as a stranger’s; images and resources are described, and no address is followed.',
    'tool-servers.forms':
      'A form of a server is shown to the owner through a prompt of ours, with a field of the right kind for each answer, and sent only when its answers fit; one that asks for a secret is declined.',
    'tool-servers.time':
      'A call ends when its time is used up, whatever the server does; the time in which the owner is asked does not count.',
    'tool-servers.away':
      'A server that is away is tried again after growing pauses; a call to it fails with a sentence, and the run goes on.',
    'tool-servers.forgotten':
      'A server that does not know its connection any more, however it says so, is connected anew. A call that it refused is not repeated, and after a pause a call is only made on a connection that the server knows. A test begins anew.',
    'tool-servers.list-changes':
      'A changed list is read again; a server that reports changes all the time is asked more and more rarely.',
    'tool-servers.sign-in':
      'A login (OAuth 2.1) begins on the owner’s word; its tokens are kept in the vault for that server alone.',
    'tool-servers.agents': 'A sub-agent gets the tools of a server only where its role lists them.',
  }),
] satisfies Requirements;
