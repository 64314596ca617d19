import type { WebProblems } from '../../../core/outside/web/says.ts';
import type { Words } from '../says.ts';
import { counted } from './forms.ts';

export const outside: Words<WebProblems> = {
  'web.invalid_url':
    'This is not a valid address: give a complete http or https URL, like "https://example.org/page", without a user name or password in it.',
  'web.port_not_allowed': 'Web requests to this port are blocked.',
  'web.address_not_allowed':
    'This address is not on the public internet, or belongs to this engine. Only public addresses can be reached, and those that the owner has allowed. A server of this machine or its network is allowed by its owner as host:port, with private_hosts in the settings.',
  'web.invalid_header': 'A header has a name or a value that cannot be sent.',
  'web.request_too_large': 'The request is larger than the limit.',
  'web.host_not_found': 'There is no address for this host name. Check how it is spelled.',
  'web.host_not_reached':
    'The host could not be reached, or closed the connection. It may be down, or not support this protocol.',
  'web.reply_unreadable': 'The host sent an invalid response.',
  'web.reply_too_late': 'The host did not send its whole response in time.',
  'web.redirect_refused':
    'The host redirects this request to another origin. A request that changes something, or has credentials, does not follow. If that address is right, send the request there yourself.',
  'web.credential_header':
    'Only the engine sets headers that authenticate, from the profile of the API. Leave them out; without a profile, create one with api_setup.',
  'web.secret_in_request':
    'The request contains a secret, or a reference to one. Leave it out: the engine adds secrets where the profile of an API says.',
  'web.page_not_read': 'The page could not be read.',
  'web.searxng_url_refused': 'The URL of a SearXNG server must be an http or https URL of an allowed host.',
  'web.web_stopped': 'The request was stopped.',
  'web.too_many_redirects': ({ most }) => `The host answered with more than ${most} redirects in a row.`,
  'web.calls': ({ most, of }) =>
    `No more than ${most} requests are made ${of === 'conversation' ? 'in one conversation' : of === 'hour' ? 'in an hour' : 'in a day'}. Go on with what you have, and say so.`,
  'web.pages_off': ({ key }) =>
    `Reading pages is switched off: ${key} is 0, so this page was not read. Continue without it, and say what you could not read. Your owner can raise ${key}.`,
  'web.pages': ({ pages }) =>
    `This run, with its sub-agents, has requested ${counted(pages, 'page')}, including unreadable ones, which is the limit for one run, so this page was not read. Continue with what you have, and say what you could not read. Your owner can start another run, or raise max_pages_per_run.`,
  'web.hosts': ({ hosts, host }) =>
    `This run, with its sub-agents, has requested pages from ${counted(hosts, 'host')}, including unreachable ones, which is the limit for one run, so nothing was sent to ${host}. Read other pages of those hosts, or continue with what you have, and say what you could not read. Your owner can start another run, or raise max_page_hosts_per_run.`,
  'web.no_json':
    'The configured search server does not return JSON (HTTP 403): its settings need "json" under search.formats.',
  'web.no_results': ({ status }) => `The configured search server returned no results (HTTP ${status}).`,
  'web.no_search': ({ status }) => `The public search did not answer (HTTP ${status}).`,
  'web.not_asked': ({ isOwn, why }, tell) =>
    `${isOwn ? 'The configured search server' : 'The public search'} cannot be asked. ${tell(why)}`,
  'web.nothing_found': 'Nothing was found: say so, and do not make up results.',
  'web.document_long': ({ mb }) => `The document is longer than ${mb} MB, and is not read.`,
  'web.page_status': ({ status }) => `The server did not return the page: HTTP ${status}.`,
  'web.no_text_page': 'This address does not lead to a text page.',
  'web.elsewhere':
    'The host redirects this request to another host, but consent covers only this one. If that address is right, send the request there yourself.',
};
