import type { AnswerOf } from '../client.ts';
import { apis as routes } from '../http/apis.ts';
import { commandsOf, listing } from './from-route.ts';
import { say, type Tell } from './says.ts';

const command = commandsOf(routes, { whenGone: say('gone.threads'), whenNothing: say('nothing.api') });

type Api = AnswerOf<(typeof routes)['apis.get']>;

function inFull(api: Api, tell: Tell): readonly string[] {
  const { auth, endpoints = [] } = api;
  const sent = auth?.header_name ?? auth?.query_param;
  const place = sent === undefined ? '' : ` (${sent})`;
  const how = auth?.instructions === undefined ? '' : `: ${auth.instructions}`;
  return [
    `${api.name} (${api.id})`,
    api.description,
    tell('terminal.api_url', { url: api.base_url }),
    tell('terminal.api_auth', { kind: auth?.type ?? '', place, how }),
    tell('terminal.api_rate', { limits: limitsOf(api, tell) }),
    ...listed(
      tell('terminal.api_endpoints'),
      endpoints.map(
        ({ method, path, description = '' }) =>
          `${method.toUpperCase()} ${path}${description === '' ? '' : `: ${description}`}`,
      ),
    ),
    ...listed(tell('terminal.api_guidelines'), api.guidelines),
    ...listed(tell('terminal.api_avoid'), api.avoid),
    ...listed(tell('terminal.api_notes'), api.notes),
  ];
}

const limitsOf = ({ limits }: Pick<Api, 'limits'>, tell: Tell): string =>
  limits
    .map(({ window, max, used, resetsAt }) =>
      tell('terminal.api_limit', { used, most: max, window, until: resetsAt }),
    )
    .join(', ');

const listed = (title: string, items: readonly string[] = []): readonly string[] =>
  items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `- ${item}`)];

export const listApis = command('list', 'apis.list', {
  columns: ['id', 'name', 'base_url', limitsOf],
  lines: ({ problems }) => problems,
  none: say('none.apis'),
});
export const showApi = command('show', 'apis.get', { lines: inFull });

/** The agent registers APIs on the owner's request, or the owner edits the files. */
export const apis = listing('api', listApis, [
  showApi,
  command('remove', 'apis.remove', { done: say('done.deal_deleted') }),
]);
