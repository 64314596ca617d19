import { webLimits } from './limits.ts';
import {
  forbidden,
  impossible,
  invalid,
  refusals,
  tooLarge,
  upstream,
  upstreamTimeout,
} from '../../kernel/refusal.ts';

export const refuse = refusals({
  invalid_url: invalid(
    'This is not a valid address: give a complete http or https URL, like "https://example.org/page", without a user name or password in it.',
  ),
  port_not_allowed: forbidden('Web requests to this port are blocked.'),
  /** The same text for every reason, so that it cannot be used to map a network. */
  address_not_allowed: forbidden(
    'This address is not on the public internet, or belongs to this engine. Only public addresses can be reached, and those that the owner has allowed. A server of this machine or its network is allowed by its owner as host:port, with private_hosts in the settings.',
  ),
  invalid_header: invalid('A header has a name or a value that cannot be sent.'),
  request_too_large: tooLarge('The request is larger than the limit.'),
  host_not_found: upstream('There is no address for this host name. Check how it is spelled.'),
  host_not_reached: upstream(
    'The host could not be reached, or closed the connection. It may be down, or not support this protocol.',
  ),
  reply_unreadable: upstream('The host sent an invalid response.'),
  reply_too_late: upstreamTimeout('The host did not send its whole response in time.'),
  too_many_redirects: upstream(`The host answered with more than ${webLimits.redirects} redirects in a row.`),
  redirect_refused: impossible(
    'The host redirects this request to another origin. A request that changes something, or has credentials, does not follow. If that address is right, send the request there yourself.',
  ),
  credential_header: invalid(
    'Only the engine sets headers that authenticate, from the profile of the API. Leave them out; without a profile, create one with api_setup.',
  ),
  secret_in_request: forbidden(
    'The request contains a secret, or a reference to one. Leave it out: the engine adds secrets where the profile of an API says.',
  ),
  too_many_calls: { kind: 'limited', detail: 'The limit for requests is reached.' },
  too_many_pages: { kind: 'limited', detail: 'The limit for pages in this run is reached.' },
  page_not_read: upstream('The page could not be read.'),
  search_failed: upstream('The search failed.'),
  searxng_url_refused: invalid(
    'The URL of a SearXNG server must be an http or https URL of an allowed host.',
  ),
  web_stopped: impossible('The request was stopped.'),
});
