import type { StorageProblems } from '../../../core/kernel/storage-says.ts';
import type { RequestProblems } from '../../request-says.ts';
import type { Words } from '../says.ts';

/** What any request may meet. */
export const requests: Words<RequestProblems & StorageProblems> = {
  'storage.disk_full': 'The disk is full. No acknowledged data is lost; free some space and try again.',
  'storage.storage_error':
    'The data could not be written or read. The log of the engine names the file and the reason.',
  'storage.store_corrupt': damaged('A store of this engine'),
  'storage.store_newer':
    'This store was written by a newer version of svc, so this one cannot use it; the rest of the engine works. Its files were left as they are: start the newer version again, or restore a backup made with this one.',
  'storage.storage_unavailable':
    'The server of the data (SVC_STORAGE_URL) cannot be reached now. Nothing acknowledged is lost, and the engine goes on by itself when it is back: try again then.',
  'storage.storage_taken':
    'Another engine uses the data of this one now, so this one changes nothing any more. Stop one of them, and start this one again.',
  'storage.file_limit':
    'A file would become larger than this process or its file system allows (see ulimit -f). Nothing was lost; raise the limit, start svc again, and repeat.',
  'storage.not_ready': 'The engine is not ready yet. Try again in a moment.',
  'storage.damaged': ({ store }) => damaged(store),
  'storage.emptied': ({ store }) =>
    `${store} is empty, but the files beside it are not. Restore it and its log from a backup, or move both away to begin with an empty store, and start the engine again.`,
  'storage.newer': ({ store, schemaVersion, knownVersion }) =>
    `${store} has schema version ${schemaVersion}, this version of svc knows up to ${knownVersion}. Start the newer version again, or restore a backup made with this one. Its files were left as they are; the rest of the engine works.`,
  'request.invalid_request': 'The request is not valid for this route.',
  'request.invalid_encoding':
    'The body is not UTF-8, as JSON is: letters of it cannot be read. Nothing was stored. Send it in UTF-8.',
  'request.unauthenticated': 'This request needs the token of this engine: Authorization: Bearer <token>.',
  'request.too_many_attempts':
    'Too many wrong tokens were sent. The right one is always accepted; wait before you try another.',
  'request.host_not_allowed':
    'The Host header names another machine. If clients reach this engine under that name, add it to SVC_ALLOWED_HOSTS.',
  'request.origin_not_allowed':
    'Requests from pages of another origin are not served. If that page is yours, add it to SVC_ALLOWED_ORIGINS.',
  'request.not_found': 'No route has this address.',
  'request.method_not_allowed': 'This address does not support this method.',
  'request.body_too_large': 'The body is larger than this route accepts.',
  'request.unsupported_media_type': 'Send the body as JSON, with Content-Type: application/json.',
  'request.engine_unreachable':
    'The engine does not answer. Start it with "svc --http-api"; if it listens elsewhere, start "svc --web" with its address in SVC_API_URL.',
  'request.half_a_character':
    'The body has half of a character (a lone surrogate), which no text has. Nothing was stored. Send whole characters.',
  'request.half_in_arguments':
    'The arguments have half of a character (a lone surrogate), which no text has. Nothing was done. Send whole characters.',
  'request.body_late': 'The body was not complete in time: send it with the headers.',
  'request.body_cut_off': 'The connection was lost before the body was complete.',
  'request.wrong_token': 'This is not the token of this engine. The command "svc token" prints it.',
  'request.no_own_token':
    'This needs a token that you made yourself: Settings, Tokens for programs. The token of the engine is not taken here.',
  'request.no_tool_secret':
    'This tool server needs its secret: Authorization: Bearer <secret>. It is in SVC_MCP_SECRET of the server, or in the vault under that name.',
  'request.tool_server_closed':
    'People sign in to this engine, so its tool server lets nobody in without a secret: set SVC_MCP_SECRET and start the server again, or show a token of your own as Authorization: Bearer.',
  'request.too_many_secrets':
    'Too many wrong secrets came from this address, so each one has to wait. Try again later; clients at other addresses do not wait.',
  'request.wrong_cursor':
    'The cursor is not a nextCursor that svc_status has returned for this batch. Call svc_status without a cursor for the first page.',
  'request.engine_lost':
    'The engine stopped while it worked on this call. What was started may have ended; poll it, or call again: the next call reaches an engine, or starts one.',
  'request.engine_not_available':
    'The engine can neither be reached nor started. The tool server has written the reason to its standard error, which agent hosts keep as the log of this server; "svc status" in a terminal of its machine says it, too. When that is mended, call again.',
  'request.headers_late': ({ seconds, mb }) =>
    `The request did not arrive in time, and nothing was done. Its body must be complete after ${seconds} seconds; a file may take longer while ${mb} MB of it arrives in each such time. Send it over a faster connection.`,
  'request.violation': ({ place, why }, tell) =>
    `The request is not valid for this route: ${place ?? 'the body'} ${tell(why)}.`,
  'request.arguments': ({ wrong, more }, tell) =>
    `The arguments do not fit the tool: ${wrong.map((one) => tell(one)).join('; ')}${more === 0 ? '' : `; and ${more} more`}. Nothing was done.`,
  'request.argument': ({ place, why }, tell) => `${place ?? 'they'} ${tell(why)}`,
  'request.body_limit': ({ mostBytes }) =>
    `The body is larger than this route accepts: ${mostBytes} bytes at most.`,
  'request.message_limit': ({ mb }) => `A message may have ${mb} MB. Send less, or fewer files, in one call.`,
  'request.as_bytes': ({ type }) => `Send the bytes as they are, with Content-Type: ${type}.`,
};

function damaged(store: string): string {
  return `${store} is damaged and cannot be used; the rest of the engine works. Its files were left as they are: stop the engine, replace them with a backup, and start it again.`;
}
