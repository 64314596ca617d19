import type { web } from '../../../contract/agent/web.ts';
import { trusted, modelText, type Renderers } from './model-text.ts';

export const webRenderers: Renderers<(typeof web)[number]> = {
  http_request: ({ status, url, headers, text, note }, marked) => {
    const said = [headers, text].filter((part) => part !== '').join('\n\n');
    const first = modelText`HTTP ${status}.${trusted(note === null ? '' : ` ${note}`)}`;
    return said === '' ? first : modelText`${first}\n${marked(url, said)}`;
  },

  web_search: ({ by, hits }, marked) => {
    if (hits.length === 0)
      return modelText`The search found nothing. Do not make up results; try other words.`;
    const from =
      by === 'fallback'
        ? modelText` They come from a public search page and may be few or old: say so where it matters.`
        : modelText``;
    const text = hits
      .map(({ title, url, text: said }, index) => `${index + 1}. ${title}\n${url}\n${said}`)
      .join('\n\n');
    return modelText`${hits.length} ${trusted(hits.length === 1 ? 'result' : 'results')}.${from}\n${marked('search results', text)}`;
  },

  read_page: ({ url, title, text, from, chars, isCut }, marked) => {
    if (text === '')
      return chars === 0
        ? modelText`The page shows no text.`
        : modelText`The page has only ${chars} characters.`;
    const to = from + text.length;
    const rest =
      to < chars
        ? modelText` Continue with from ${to}.`
        : trusted(isCut ? ' The page continues, but the rest cannot be read.' : '');
    const whole = title === '' || from > 0 ? text : `${title}\n\n${text}`;
    return modelText`Characters ${from} to ${to} of ${chars}.${rest}\n${marked(url, whole)}`;
  },
};
