import type { AccountProblems } from '../../../core/outside/cloud-account/says.ts';
import type { Words } from '../says.ts';

export const cloudAccount: Words<AccountProblems> = {
  'account.client_missing':
    'There is no client to connect with. Create an OAuth client in the Google Cloud console, and store its id and secret as GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
  'account.connection_in_progress':
    'A connection is waiting for its owner already. Finish it, or cancel it and begin again.',
  'account.not_connected':
    "No cloud account is connected. Connect one: in the page's settings under Google, or with svc google connect.",
  'account.scope_missing':
    'The cloud account was connected without the access that this needs. Connect it again with more access.',
  'account.access_revoked':
    'The access to the cloud account was withdrawn or has expired. Connect the account again.',
  'account.client_refused':
    'Google does not accept the client. Check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET; the connection is kept.',
  'account.login_denied': 'The connection was refused at Google. Nothing was connected.',
  'account.login_expired': 'The connection was not confirmed in time. Begin again.',
  'account.login_ended': 'The connection was ended before it was complete. Nothing was connected.',
  'account.scopes_not_offered': 'Google does not let this client ask for the access. Nothing was connected.',
  'account.cloud_busy': 'Google asks to wait before the next request.',
  'account.cloud_unavailable':
    'Google cannot be reached, or answers with an error of its own. Try again later.',
  'account.cloud_refused': 'Google refused a request.',
  'account.not_hosted':
    "This is only for an instance whose host offers a connection. Others connect in the page's settings under Google, or with svc google connect.",
  'account.hosted':
    "This instance is connected through its host, if at all: the page's settings under Google and svc google say how.",
  'account.claim_refused': 'The host of this instance did not give the access out. Begin again.',
  'account.other_client':
    'The account was connected with another client than GOOGLE_CLIENT_ID names now. Set that one again, or connect the account anew.',
  'account.client_kind':
    'Google does not accept the client for a typed code: that takes a client of the type "TVs and limited input devices". With one of the type "Desktop app", connect in the browser instead (--browser). If the type is right, check GOOGLE_CLIENT_ID.',
  'account.unauthorized': 'Google does not accept the access that it gave just now. Try again later.',
  'account.host_away': 'The host of this instance does not answer, or asks to wait. Try again later.',
  'account.too_slow': 'Google took too long to answer. Try again later.',
  'account.connection_failed': 'The connection failed inside the engine. Its log says why.',
  'account.only_the_owner': 'Say so to your owner, who alone can do it.',
  'account.more_access':
    'The cloud account was connected without the access that this needs. Say so to your owner, who can connect it again with more: in the settings under Google, or with svc google connect --access read (to read) or --access full (to change files, too).',
  'account.refused_with': ({ status, word }) =>
    `Google refused a request (HTTP ${status}${word === null ? '' : `, ${word}`}).`,
  'account.strange_answer': ({ what }) =>
    `Google answered with something unexpected (${what}). Try again later.`,
  'account.client_word': ({ word }) =>
    `Google does not accept the client (${word}). Check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET; a connection that is there is kept.`,
  'account.wait': ({ seconds }) =>
    `Google asks to wait${seconds === null ? '' : ` for ${seconds} seconds`} before the next request. Nothing was done. Go on with something else, and try again later.`,
  'account.for_backups': 'to upload backups, and to read and delete what svc itself has put into the drive',
  'account.for_read_drive': 'drive_search and drive_read find and read your files',
  'account.for_read_documents': 'docs_read reads your documents',
  'account.for_read_sheets': 'sheets_read reads your sheets',
  'account.for_drive': 'drive_search, drive_read and drive_write find, read and change your files',
  'account.for_documents': 'docs_read and docs_write read and change your documents',
  'account.for_sheets': 'sheets_read and sheets_write read and change your sheets',
};
