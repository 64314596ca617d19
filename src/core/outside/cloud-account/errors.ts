import { conflict, impossible, refusalsInText, unavailable, upstream } from '../../kernel/refusal.ts';

export const refuse = refusalsInText({
  client_missing: impossible(
    'There is no client to connect with. Create an OAuth client in the Google Cloud console, and store its id and secret as GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
  ),
  connection_in_progress: conflict(
    'A connection is waiting for its owner already. Finish it, or cancel it and begin again.',
  ),
  not_connected: conflict(
    "No cloud account is connected. Connect one: in the page's settings under Google, or with svc google connect.",
  ),
  scope_missing: conflict(
    'The cloud account was connected without the access that this needs. Connect it again with more access.',
  ),
  access_revoked: conflict(
    'The access to the cloud account was withdrawn or has expired. Connect the account again.',
  ),
  client_refused: upstream(
    'Google does not accept the client. Check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET; the connection is kept.',
  ),
  login_denied: conflict('The connection was refused at Google. Nothing was connected.'),
  login_expired: conflict('The connection was not confirmed in time. Begin again.'),
  login_ended: conflict('The connection was ended before it was complete. Nothing was connected.'),
  scopes_not_offered: upstream('Google does not let this client ask for the access. Nothing was connected.'),
  cloud_busy: unavailable('Google asks to wait before the next request.'),
  cloud_unavailable: unavailable(
    'Google cannot be reached, or answers with an error of its own. Try again later.',
  ),
  cloud_refused: upstream('Google refused a request.'),
  not_hosted: conflict(
    "This is only for an instance whose host offers a connection. Others connect in the page's settings under Google, or with svc google connect.",
  ),
  hosted: conflict(
    "This instance is connected through its host, if at all: the page's settings under Google and svc google say how.",
  ),
  claim_refused: upstream('The host of this instance did not give the access out. Begin again.'),
});
