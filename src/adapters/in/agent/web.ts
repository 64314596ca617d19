import type { web } from '../../../contract/agent/web.ts';
import { own, told, type Renderers } from './told.ts';

export const webTold: Renderers<(typeof web)[number]> = {
  http_request: ({ status, url, headers, text, note }, material) => {
    const said = [headers, text].filter((part) => part !== '').join('\n\n');
    const first = told`HTTP ${status}.${own(note === null ? '' : ` ${note}`)}`;
    return said === '' ? first : told`${first}\n${material(url, said)}`;
  },

  web_search: ({ by, hits }, material) => {
    if (hits.length === 0) return told`The search found nothing. Do not make up results; try other words.`;
    const from =
      by === 'fallback'
        ? told` They come from a public search page and may be few or old: say so where it matters.`
        : told``;
    const text = hits
      .map(({ title, url, text: said }, index) => `${index + 1}. ${title}\n${url}\n${said}`)
      .join('\n\n');
    return told`${hits.length} ${own(hits.length === 1 ? 'result' : 'results')}.${from}\n${material('search results', text)}`;
  },

  read_page: ({ url, title, text, from, chars, isCut }, material) => {
    if (text === '')
      return chars === 0 ? told`The page shows no text.` : told`The page has only ${chars} characters.`;
    const to = from + text.length;
    const rest =
      to < chars
        ? told` Continue with from ${to}.`
        : own(isCut ? ' The page continues, but the rest cannot be read.' : '');
    const whole = title === '' || from > 0 ? text : `${title}\n\n${text}`;
    return told`Characters ${from} to ${to} of ${chars}.${rest}\n${material(url, whole)}`;
  },
};
