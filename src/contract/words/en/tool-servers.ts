import type { ToolServerProblems } from '../../../core/execution/tool-servers/says.ts';
import { shellWord } from '../../../core/kernel/shell-word.ts';
import type { Words } from '../says.ts';
import { quoted } from './forms.ts';

/** A code of the system. */
const named = (code: string | null): string => (code === null ? '' : ` (${code})`);

export const toolServers: Words<ToolServerProblems> = {
  'server.tool_server_not_found': 'No tool server has this name. `svc mcp list` shows all of them.',
  'server.tool_server_exists':
    'A tool server has this name already. Remove it first, or choose another name.',
  'server.tool_server_invalid':
    'The address of a tool server begins with http:// or https:// and holds no user name or password. Nothing was added. A program of this machine is added with: svc mcp add NAME --command PROGRAM.',
  'server.tool_server_away': 'The tool server cannot be reached now.',
  'server.tool_server_sign_in':
    'The tool server asks for a login. Sign in with `svc mcp login NAME`, or on the page.',
  'server.tool_server_no_sign_in': 'The tool server asks for no login, so there is nothing to sign in to.',
  'server.tool_changed':
    'The tool is not the one that your owner accepted: its server has changed it since. Your owner sees the difference with `svc mcp show`, and accepts it with `svc mcp accept`. Continue without it.',
  'server.tool_not_found': 'The server has no tool of this name.',
  'server.tool_unseen':
    'Say what you have seen, so that nothing else is accepted. `svc mcp show NAME` prints what would be accepted, and the command that accepts exactly that. Nothing was accepted.',
  'server.tool_changed_again':
    'The tool has changed again since it was shown. Look at the difference once more, then accept it.',
  'server.secret_for_tool_server':
    'The input contains a secret, or refers to one. Secrets are not sent to tool servers. Leave it out.',
  'server.same_name': ({ name }) =>
    `Several tool servers of the configuration are called ${quoted(name)}; the first counts, and programs (mcp_commands) count before addresses (mcp_servers). Rename the others.`,
  'server.not_ready': ({ name, why }, tell) =>
    `The tool server ${quoted(name)} cannot be reached now. ${tell(why)} Nothing was sent.`,
  'server.connecting': 'It is being connected, which takes long.',
  'server.engine_stops': 'The engine stops.',
  'server.anew': 'It is connected anew.',
  'server.silent': ({ seconds }) => `It did not answer within ${seconds} seconds.`,
  'server.internal': 'The engine failed while it connected. Its log says why.',
  'server.engine_here':
    'This is the tool server of an svc on this machine. An agent that works through it could answer its own questions, so the engine does not use it.',
  'server.unseen':
    'The tool server is not connected, so it is not known which tools it has now. Nothing was accepted.',
  'server.tools_wait': ({ name }) =>
    `Tools of the tool server ${name} wait to be accepted: svc mcp show ${shellWord(name)}.`,
  'server.own_words': ({ words }) => `In its own words: ${quoted(words)}`,
  'server.html': 'It sent an HTML page.',
  'server.scope':
    'The login at the tool server does not allow this. Sign in again with `svc mcp login NAME`, or on the page, and allow what is asked for there.',
  'server.lost_before':
    'The connection to the tool server was lost before the answer came. What was asked may have had an effect.',
  'server.error': ({ code }) => `The tool server answered with the error ${code}.`,
  'server.status': ({ status }) => `The tool server answered with the HTTP status ${status}.`,
  'server.ended': 'The connection to the tool server has ended.',
  'server.lost': 'The connection to the tool server was lost.',
  'server.late': 'The tool server did not answer in time.',
  'server.no_protocol':
    'The tool server sent something that is not of the protocol of tool servers. Is it one?',
  'server.sign_in': ({ name, isExpired }) =>
    `${isExpired ? 'The login at the tool server is not valid any more. Sign in again' : 'The tool server asks for a login. Sign in'} with: svc mcp login ${shellWord(name)}`,
  'server.reads_nothing': 'The program of the tool server reads nothing any more.',
  'server.exited': ({ code }) => `The program of the tool server ended with the code ${code}.`,
  'server.killed': ({ signal }) => `The program of the tool server ended by ${signal}.`,
  'server.no_program': ({ program }) => `There is no program ${quoted(program)} on the PATH of the engine.`,
  'server.program_not_allowed': ({ program }) =>
    `The program ${quoted(program)} may not be started by the user of the engine.`,
  'server.not_started': ({ program, code }) =>
    `The program ${quoted(program)} could not be started (${code ?? 'unknown error'}).`,
  'server.no_list': 'The tool server sent a list of tools that is not a list.',
  'server.list_long': 'The tool server sent a list of tools that is too long to be read.',
  'server.rounds': ({ times }) =>
    `The tool server asked for input ${times} times without answering the call.`,
  'server.given_up': 'The request to the tool server was given up.',
  'server.forgotten':
    'The tool server does not know this connection any more. What was asked may have had an effect.',
  'server.once_more': ({ why }, tell) =>
    `Nothing was done. The tool server may only have forgotten the connection, and a new one is being made: call the tool once more. If that is refused, too: ${tell(why)}`,
  'server.call_again':
    'The tool server refused the call, because it does not know this connection any more. Nothing was done. A new connection is being made: call the tool again.',
  'server.result_deep': 'The tool server sent a result that nests too deeply.',
  'server.no_result': 'The tool server sent a result that is none.',
  'server.compressed': 'The tool server sent a compressed answer, which was not asked for.',
  'server.no_address_of': ({ host }) => `No address is known for the host ${quoted(host)}.`,
  'server.never_reached': ({ host }) =>
    `The host ${quoted(host)} leads to an address that is never connected to, like those where clouds keep the secrets of a machine. Choose another address.`,
  'server.own_address':
    'This is an address of this engine itself. The engine is no tool server of its own. Choose another address.',
  'server.private_login': ({ host }) =>
    `The tool server names the host ${quoted(host)} for its login, which leads into a private network. The engine does not go there.`,
  'server.message_long': ({ kib }) =>
    `The tool server sent a message of more than ${kib >= 1024 ? `${kib / 1024} MiB` : `${kib} KiB`}, and the connection was ended.`,
  'server.redirects': ({ to }) =>
    `The tool server redirects to ${quoted(to)}, which is not followed. If that is the server you want, give its address instead.`,
  'server.nothing_listens': ({ code }) => `Nothing listens at the address of the tool server${named(code)}.`,
  'server.no_https': ({ code }) =>
    `The server at this address does not speak https${named(code)}. Does the address begin with http:// ?`,
  'server.not_reached': ({ code }) => `The tool server could not be reached${named(code)}.`,
  'server.cut': ({ code }) =>
    `The connection to the tool server was lost before its answer was complete${named(code)}. What was asked may have had an effect.`,
  'server.taken':
    'The tool server took what was asked (HTTP status 202), and sent no answer with it. It may have had an effect.',
  'server.asks_too_much':
    'The login at the tool server does not allow this, and the rights that the server names for it are too long or no rights at all, so a new login cannot ask for them. Ask the operator of the server.',
  'server.login_elsewhere': 'The tool server names an address for its login that the engine does not go to.',
  'server.memory': ({ mib, allowedMib }) =>
    `The program of the tool server was ended: it used ${mib} MiB of memory with what it had started; ${allowedMib} MiB are allowed on this machine.`,
  'server.processes': ({ processes, allowed }) =>
    `The program of the tool server was ended: it was ${processes} processes with what it had started; ${allowed} are allowed.`,
  'server.not_offered': 'The tool server asked for something that the engine does not offer.',
  'server.no_login_address': 'The tool server gave no address for a login.',
  'server.login_refused': 'The login was refused.',
  'server.login_late': 'The login was not finished in time. Begin it again.',
  'server.no_answer': ({ seconds }) => `The tool server did not answer within ${seconds} seconds.`,
  'server.login_no_web': ({ protocol }) =>
    `The tool server wants ${quoted(protocol)} to be opened for the login, which is no address of the web.`,
  'server.login_not_public': ({ to }) =>
    `The tool server wants ${quoted(to)} to be opened for the login, which is not an address of the public web.`,
  'server.login_failed': 'The login at the tool server failed.',
  'server.with_token': 'If you were given a token for it, use: svc mcp login NAME --token',
  'server.questions': ({ most }) =>
    `The tool server asked more than ${most} questions without taking the answers, and the connection was ended.`,
  'server.flood': ({ messages, per }) =>
    `The tool server sent more than ${messages} messages in a ${per}, and the connection was ended.`,
  'server.flood_bytes': ({ mib, per }) =>
    `The tool server sent more than ${mib} MiB in a ${per} without being asked, and the connection was ended.`,
  'tool.no_name': 'It has no name.',
  'tool.name_long': ({ most }) => `Its name has more than ${most} characters.`,
  'tool.name_unseen': 'Its name has characters or spaces that cannot be seen.',
  'tool.deep': 'Its definition nests too deeply.',
  'tool.no_schema': 'It has no schema of its input.',
  'tool.long': ({ kib }) => `Its definition is longer than ${kib} KiB.`,
  'tool.schema_long': ({ kib }) => `The schema of its input is longer than ${kib} KiB.`,
  'tool.all_long': ({ kib }) => `The definitions of this server's tools are together longer than ${kib} KiB.`,
  'tool.not_apart': 'Models could not tell it apart from another tool of this server.',
};
