import { apiLimits } from './limits.ts';
import { refuse } from './errors.ts';
import type { ApiAuth, ApiEndpoint, ApiProfile } from './model.ts';

export interface DraftFrom {
  /** Where the document was fetched: the base of its relative addresses. */
  readonly url: string | null;
  /** Prefixes of the wanted paths; empty for all. */
  readonly paths: readonly string[];
}

export interface Draft {
  readonly profile: Partial<ApiProfile>;
  /** Number of endpoints in the document that are not in the draft. */
  readonly leftOut: number;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'] as const;

/**
 * What an OpenAPI 3 document says about an API, as far as a profile has fields for it. Such documents contain no
 * guidelines. Skips invalid parts: the rest of the document is still useful.
 * @throws Refusal document_unreadable
 */
export function draftFrom(document: unknown, { url, paths }: DraftFrom): Draft {
  const { openapi, info, servers, paths: found, components } = fieldsOf(document);
  if (!/^3\.\d/u.test(textOf(openapi) ?? '')) throw refuse.document_unreadable();
  const { title, description } = fieldsOf(info);
  const base = baseUrl(servers, url);
  const auth = authIn(fieldsOf(components)['securitySchemes']);
  const name = short(textOf(title));
  const endpoints = endpointsIn(found, paths);
  const does = short(textOf(description) ?? textOf(title));
  return {
    profile: {
      ...(name === undefined ? {} : { id: idFrom(name), name }),
      ...(base === undefined ? {} : { base_url: base }),
      ...(does === undefined ? {} : { description: does }),
      ...(auth === undefined ? {} : { auth }),
      endpoints: endpoints.slice(0, apiLimits.draftEndpoints),
    },
    leftOut: Math.max(0, endpoints.length - apiLimits.draftEndpoints),
  };
}

function endpointsIn(found: unknown, wanted: readonly string[]): readonly ApiEndpoint[] {
  return Object.entries(fieldsOf(found))
    .filter(([path]) => wanted.length === 0 || wanted.some((beginning) => path.startsWith(beginning)))
    .flatMap(([path, item]) => {
      const operations = fieldsOf(item);
      return METHODS.flatMap((method): readonly ApiEndpoint[] => {
        if (typeof operations[method] !== 'object' || operations[method] === null) return [];
        const { summary, description, operationId } = fieldsOf(operations[method]);
        const does = short(textOf(summary) ?? textOf(description) ?? textOf(operationId));
        return [{ method: method.toUpperCase(), path, ...(does === undefined ? {} : { description: does }) }];
      });
    });
}

function baseUrl(servers: unknown, url: string | null): string | undefined {
  const { url: given, variables } = fieldsOf(Array.isArray(servers) ? servers[0] : undefined);
  const filled = (textOf(given) ?? '/').replace(/\{([^{}]{1,100})\}/gu, (whole, name: string) => {
    const { default: usual } = fieldsOf(fieldsOf(variables)[name]);
    return textOf(usual) ?? whole;
  });
  if (!URL.canParse(filled, url ?? undefined)) return undefined;
  const { protocol, host, pathname } = new URL(filled, url ?? undefined);
  return `${protocol}//${host}${pathname.replace(/\/$/u, '')}`;
}

/** The first scheme that a profile can express. */
function authIn(schemes: unknown): ApiAuth | undefined {
  for (const scheme of Object.values(fieldsOf(schemes))) {
    const { type, scheme: kind, in: place, name } = fieldsOf(scheme);
    const called = textOf(name);
    if (type === 'http' && (kind === 'basic' || kind === 'bearer')) return { type: kind };
    if (type === 'oauth2' || type === 'openIdConnect') return { type: 'bearer' };
    if (type === 'apiKey' && called !== undefined && place === 'header')
      return { type: 'header', header_name: called };
    if (type === 'apiKey' && called !== undefined && place === 'query')
      return { type: 'query', query_param: called };
  }
  return undefined;
}

const idFrom = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-+|-+$/gu, '')
    .slice(0, 64);

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /\S/u.test(value) ? value : undefined;

function short(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  const { draftChars } = apiLimits;
  return line.length > draftChars ? `${line.slice(0, draftChars).toWellFormed()}…` : line;
}
