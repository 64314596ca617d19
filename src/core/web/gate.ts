import { limits } from '../kernel/limits.ts';
import { refuse } from './errors.ts';
import type { ApiGate } from './port.ts';

/** Without profiles everything may leave, and nothing is attached. */
export const openGate: ApiGate = { admit: () => Promise.resolve({ headers: {}, query: {} }) };

/** What may be asked for in a header that only says what the answer should be like. */
const READING_HEADERS = /^(accept|accept-language|if-modified-since|if-none-match|range)$/u;

/**
 * As long as nobody can be asked for consent (promise S30, decision D23): a model that obeys a hostile page must not carry
 * out what it knows, so the agent reads, and what it says by that is short. Where a redirect leads is the server's doing.
 */
export const readingGate: ApiGate = {
  admit: async (request) => {
    const { method, url, headers, isRedirect } = request;
    const isReading = method === 'GET' || method === 'HEAD';
    const saysMuch =
      carriesMuch(url) ||
      Object.keys(headers).some((name) => !READING_HEADERS.test(name.toLowerCase())) ||
      Object.values(headers).join('').length > limits.web.readingHeaderChars;
    if (!isReading || (!isRedirect && saysMuch)) throw refuse.consent_missing();
    return await openGate.admit(request);
  },
};

/** Whether an address is long enough to carry out more than what is to be read: a part of it, or a run of code. */
export const carriesMuch = ({ pathname, search, href }: URL): boolean =>
  pathname.length + search.length > limits.web.queryChars || /[\w+/=-]{200}/u.test(href);
