import { webLimits } from './limits.ts';
import {
  forbidden,
  impossible,
  invalid,
  refusals,
  tooLarge,
  upstream,
  upstreamTimeout,
} from '../kernel/refusal.ts';

export const refuse = refusals({
  invalid_url: invalid(
    'This is no address that can be asked: give a whole http or https URL, like "https://example.org/page", without a user name or password in it.',
  ),
  port_not_allowed: forbidden('No web server is reached at this port.'),
  /** The same words for every reason, so that they cannot be used to map a network. */
  address_not_allowed: forbidden(
    'This address is not on the public internet, or belongs to this engine. Only public addresses can be asked, and what the owner has set up.',
  ),
  invalid_header: invalid('A header has a name or a value that cannot be sent.'),
  request_too_large: tooLarge('The request is larger than the limit.'),
  host_not_found: upstream('There is no address for this host name. Check how it is spelled.'),
  host_not_reached: upstream(
    'The host could not be reached, or broke the connection off. It may be down, or not speak this protocol.',
  ),
  reply_unreadable: upstream('The host sent something that is no proper answer.'),
  reply_too_late: upstreamTimeout('The host did not send its whole answer in time.'),
  too_many_redirects: upstream(
    `The host answered with more than ${webLimits.redirects} redirects one after the other.`,
  ),
  redirect_refused: impossible(
    'The host wants this request sent to another origin. A request that changes something, or has credentials, is not carried there. If that address is right, ask it yourself.',
  ),
  credential_header: invalid(
    'Only the engine sets headers that authenticate, from the profile of the API. Leave them out; without a profile, create one with api_setup.',
  ),
  secret_in_request: forbidden(
    'The request holds a secret, or a reference to one. Secrets go where the profile of an API says, and the engine puts them there. Leave it out.',
  ),
  too_many_calls: { kind: 'limited', detail: 'The limit for requests is reached.' },
  too_many_pages: { kind: 'limited', detail: 'The limit for pages in this run is reached.' },
  page_not_read: upstream('The page could not be read.'),
  search_failed: upstream('The search did not work.'),
  searxng_url_refused: invalid(
    'A SearXNG server is named by an http or https URL of a host that may be asked.',
  ),
  web_stopped: impossible('The request was stopped.'),
});
