import { refusals } from '../../kernel/refusal.ts';
import type { WebProblems } from './says.ts';

export const refuse = refusals<WebProblems>()('web', {
  invalid_url: 'invalid',
  port_not_allowed: 'forbidden',
  /** The same text for every reason, so that it cannot be used to map a network. */
  address_not_allowed: 'forbidden',
  invalid_header: 'invalid',
  request_too_large: 'too_large',
  host_not_found: 'upstream',
  host_not_reached: 'upstream',
  reply_unreadable: 'upstream',
  reply_too_late: 'upstream_timeout',
  too_many_redirects: 'upstream',
  redirect_refused: 'impossible',
  credential_header: 'invalid',
  secret_in_request: 'forbidden',
  too_many_calls: 'limited',
  too_many_pages: 'limited',
  page_not_read: 'upstream',
  search_failed: 'upstream',
  searxng_url_refused: 'invalid',
  web_stopped: 'impossible',
});
