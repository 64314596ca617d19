import type { AnswerOf } from '../client.ts';
import { apis as routes } from '../http/apis.ts';
import type { CommandRow } from './command.ts';
import { commandsOf } from './from-route.ts';
import { say } from './says.ts';

const command = commandsOf(routes, {
  whenGone: say('gone.threads'),
  whenNothing: say('nothing.api'),
});

type Api = AnswerOf<(typeof routes)['apis.get']>;

function inFull(api: Api): readonly string[] {
  const { auth, endpoints = [] } = api;
  const sent = auth?.header_name ?? auth?.query_param;
  const place = sent === undefined ? '' : ` (${sent})`;
  const how = auth?.instructions === undefined ? '' : `: ${auth.instructions}`;
  return [
    `${api.name} (${api.id})`,
    api.description,
    `Base URL: ${api.base_url}`,
    `Auth: ${auth === undefined ? 'none' : `${auth.type}${place}${how}`}`,
    `Rate limit: ${api.limits.map(limit).join(', ') || 'none'}`,
    ...listed(
      'Endpoints',
      endpoints.map(
        ({ method, path, description = '' }) =>
          `${method.toUpperCase()} ${path}${description === '' ? '' : `: ${description}`}`,
      ),
    ),
    ...listed('Guidelines', api.guidelines),
    ...listed('Avoid', api.avoid),
    ...listed('Notes', api.notes),
  ];
}

const limit = ({ window, max, used, resetsAt }: Api['limits'][number]): string =>
  `${used} of ${max} per ${window}${resetsAt === null ? '' : ` until ${resetsAt}`}`;

const listed = (title: string, items: readonly string[] = []): readonly string[] =>
  items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `- ${item}`)];

const list = {
  columns: ['id', 'name', 'base_url', ({ limits }: Api) => limits.map(limit).join(', ')],
  lines: ({ problems }: { readonly problems: readonly string[] }) => problems,
  none: say('none.apis'),
} as const;

export const listApis = command('list', 'apis.list', list);
export const showApi = command('show', 'apis.get', {
  lines: inFull,
});

/** The agent registers APIs on the owner's request, or the owner edits the files. */
export const apis: readonly CommandRow<object>[] = [
  {
    ...command('api', 'apis.list', list),
    commands: [
      listApis,
      showApi,
      command('remove', 'apis.remove', {
        done: say('done.deal_deleted'),
      }),
    ],
  },
];
