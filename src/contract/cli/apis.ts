import type { AnswerOf } from '../client.ts';
import type { apis as routes } from '../http/apis.ts';
import { type CommandRow, routesOf } from './command.ts';

const ask = routesOf<typeof routes>();

const words = {
  whenGone: 'Try again.',
  whenNothing: 'This is not the id of an API: svc api lists them.',
};

export const listApis = ask('apis.list', {
  ...words,
  lines: ({ profiles, problems }) => [
    ...profiles.map(({ id, name, base_url, limits }) => [id, name, base_url, limits.map(limit).join(', ')]),
    ...problems,
  ],
  none: 'No API is registered.',
});

export const showApi = ask('apis.get', {
  ...words,
  request: ({ args: [id = ''] }) => ({ params: { id } }),
  lines: inFull,
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

/** Read-only: the agent registers APIs on the owner's request, or the owner edits the files. */
export const apis: readonly CommandRow<object>[] = [
  {
    kind: 'command',
    name: 'api',
    summary: 'Print the registered APIs; show one.',
    json: true,
    asks: listApis,
    commands: [
      {
        kind: 'command',
        name: 'list',
        summary: 'Print the registered APIs, and how much of their rate limits is used up.',
        json: true,
        asks: listApis,
      },
      {
        kind: 'command',
        name: 'show',
        summary: 'Print the profile of one API in full.',
        args: [{ name: 'id', summary: 'which one' }],
        json: true,
        asks: showApi,
      },
      {
        kind: 'command',
        name: 'remove',
        summary: 'Delete the profile of an API; its secrets stay, and may no longer go to its host.',
        args: [{ name: 'id', summary: 'which one' }],
        asks: ask('apis.remove', {
          ...words,
          request: ({ args: [id = ''] }) => ({ params: { id } }),
          done: 'It is deleted.',
        }),
      },
    ],
  },
];
