import type { AnswerOf } from '../client.ts';
import { apis as routes } from '../http/apis.ts';
import type { CommandRow } from './command.ts';
import { commandsOf } from './from-route.ts';

const command = commandsOf(routes, {
  whenGone: 'Try again.',
  whenNothing: 'This is not the id of an API: svc api lists them.',
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
  none: 'No API is registered.',
} as const;
const which = { id: { of: 'id', summary: 'which one' } } as const;

export const listApis = command('list', 'apis.list', {
  ...list,
  summary: 'Print the registered APIs, and how much of their rate limits is used up.',
});
export const showApi = command('show', 'apis.get', {
  summary: 'Print the profile of one API in full.',
  args: which,
  lines: inFull,
});

/** The agent registers APIs on the owner's request, or the owner edits the files. */
export const apis: readonly CommandRow<object>[] = [
  {
    ...command('api', 'apis.list', { ...list, summary: 'Print the registered APIs; show one.' }),
    commands: [
      listApis,
      showApi,
      command('remove', 'apis.remove', {
        summary: 'Delete the profile of an API; its secrets stay, and may no longer go to its host.',
        args: which,
        done: 'It is deleted.',
      }),
    ],
  },
];
