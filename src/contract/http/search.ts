import { Type } from 'typebox';
import { webLimits } from '../../core/outside/web/limits.ts';
import type { refuse } from '../../core/outside/web/errors.ts';
import { rowsRefusing } from '../row.ts';
import { closed } from '../shapes.ts';

const { json } = rowsRefusing<typeof refuse>();

export const search = {
  'search.checkSearxng': json({
    route: 'POST /api/searxng/check',
    who: 'owner',
    summary:
      'Checks whether a SearXNG server answers at this URL, which may be on this machine or in its network.',
    status: 200,
    refuses: ['searxng_url_refused'],
    body: Type.Object({ url: Type.String({ minLength: 1, maxLength: webLimits.urlChars }) }, closed),
    returns: Type.Object({ healthy: Type.Boolean() }),
    handle: async ({ search }, { body, signal }) => ({ healthy: await search.check(body.url, signal) }),
  }),
};
