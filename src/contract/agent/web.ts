import { Type } from 'typebox';
import { searchLimits, webLimits } from '../../core/outside/web/limits.ts';
import { demandOfPage, demandOfRequest } from '../../core/outside/web/model.ts';
import { tool } from '../row.ts';
import { closed } from '../shapes.ts';

const { urlChars, bodyBytes, maxCallMs, textChars, noteChars } = webLimits;
const { results, maxResults, queryChars } = searchLimits;

const Url = Type.String({
  minLength: 1,
  maxLength: urlChars,
  description: 'A whole http or https address of a public host',
});
export const web = [
  tool({
    name: 'http_request',
    family: 'http',
    summary:
      'Sends one HTTP request to a public host and returns status, headers and body; long JSON and HTML are shortened. ' +
      'Leave out keys, tokens and cookies: the engine adds what the profile of an API needs. ' +
      'Your owner is asked before anything is sent: more than a short GET or HEAD, or to an address that you made up. ' +
      'To read a page use read_page.',
    input: Type.Object(
      {
        url: Url,
        method: Type.Optional(
          Type.Union(
            [
              Type.Literal('GET'),
              Type.Literal('HEAD'),
              Type.Literal('POST'),
              Type.Literal('PUT'),
              Type.Literal('PATCH'),
              Type.Literal('DELETE'),
            ],
            { description: 'GET by default' },
          ),
        ),
        headers: Type.Optional(Type.Record(Type.String(), Type.String(), { maxProperties: 50 })),
        body: Type.Optional(
          Type.String({ maxLength: bodyBytes, description: 'Sent unchanged; give JSON as text' }),
        ),
        timeout_ms: Type.Optional(Type.Integer({ minimum: 1, maximum: maxCallMs })),
      },
      closed,
    ),
    // RFC 9110, 9.2.1: these methods are safe.
    effect: ({ method = 'GET' }) => (method === 'GET' || method === 'HEAD' ? 'read' : 'effect'),
    consent: (asked, { apis }) => demandOfRequest(asked, (address) => apis.secretsFor(address)),
    beforehand: 'by_host',
    precheck: ({ web }, { url, headers = {}, body = null }, { personId }) =>
      void web.precheck(personId, { url, headers, body }),
    bringsAddresses: true,
    outputChars: textChars + noteChars,
    handle: async (
      { web },
      { url, method = 'GET', headers = {}, body, timeout_ms },
      { personId, runId, threadId, signal, staysAtHost },
    ) => {
      const call = {
        url,
        method,
        headers: withContentType(headers, body),
        body: body ?? null,
        timeoutMs: timeout_ms ?? null,
      };
      return await web.request(call, { personId, runId, threadId, signal, staysAtHost });
    },
  }),
  tool({
    name: 'web_search',
    family: 'core',
    summary:
      'Searches the web. Results are excerpts: read the page before you rely on one. ' +
      'If it says that it could not search, say so, and make up neither results nor addresses.',
    input: Type.Object(
      {
        query: Type.String({ minLength: 1, maxLength: queryChars, pattern: '\\S' }),
        max_results: Type.Optional(Type.Integer({ minimum: 1, maximum: maxResults, default: results })),
        topic: Type.Optional(
          Type.Union([Type.Literal('general'), Type.Literal('news'), Type.Literal('science')]),
        ),
        time_range: Type.Optional(
          Type.Union(
            [Type.Literal('day'), Type.Literal('week'), Type.Literal('month'), Type.Literal('year')],
            { description: 'Only results that are not older; the public fallback ignores it' },
          ),
        ),
      },
      closed,
    ),
    effect: 'read',
    // The words go only to the search that the operator chose.
    consent: 'read',
    bringsAddresses: true,
    handle: (
      { search },
      { query, max_results = results, topic = 'general', time_range },
      { personId, signal },
    ) => search.search(personId, { query, maxResults: max_results, topic, time: time_range ?? null }, signal),
  }),
  tool({
    name: 'read_page',
    family: 'core',
    summary: 'Reads a web page as text, with the addresses of its links. Continue a long page with "from".',
    input: Type.Object(
      {
        url: Url,
        from: Type.Optional(
          Type.Integer({ minimum: 0, description: 'The character to start at; 0 by default' }),
        ),
      },
      closed,
    ),
    effect: 'read',
    consent: demandOfPage,
    beforehand: 'by_host',
    precheck: ({ web }, { url }, call) => void web.precheckPage(call, url),
    bringsAddresses: true,
    handle: ({ web }, { url, from = 0 }, { personId, runId, threadId, signal, staysAtHost }) =>
      web.readPage(url, from, { personId, runId, threadId, signal, staysAtHost }),
  }),
];

/** Servers treat a body without a type as a form, or reject it. */
function withContentType(headers: Readonly<Record<string, string>>, body: string | undefined) {
  const isSaid = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  if (body === undefined || isSaid) return headers;
  return { ...headers, 'content-type': /^\s*[{[]/u.test(body) ? 'application/json' : 'text/plain' };
}
