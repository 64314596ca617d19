import type { Attached } from './attach.ts';
import { onOneLine } from './terminal-text.ts';

type Api = Awaited<ReturnType<Attached['client']['apis.get']>>;

/** A line for each, for a person; what stands in profiles may be of strangers. */
export const listOfApis = (apis: readonly Api[]): string =>
  apis.length === 0
    ? 'No API is registered.'
    : apis
        .map(({ id, name, base_url, limits }) =>
          [id, onOneLine(name), onOneLine(base_url), limits.map(limit).join(', ')].filter(Boolean).join('  '),
        )
        .join('\n');

/** All of a profile. */
export function apiInFull(api: Api): string {
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
  ]
    .map(onOneLine)
    .join('\n');
}

const limit = ({ window, max, used, resetsAt }: Api['limits'][number]): string =>
  `${used} of ${max} per ${window}${resetsAt === null ? '' : ` until ${resetsAt}`}`;

const listed = (title: string, items: readonly string[] = []): readonly string[] =>
  items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `- ${item}`)];
