import type { FileRead } from '../../ports/file-read.ts';
import type { Says } from '../../kernel/says.ts';
import { obstacleSays, say as sayOfValue } from '../../kernel/value-says.ts';
import { isDeeperThan } from '../../kernel/json.ts';
import { apiLimits } from './limits.ts';
import { configLimits } from '../../instance/config/limits.ts';
import type { Validator } from '../../ports/validator.ts';
import { hostFrom } from '../../trust/secrets/model.ts';
import { say } from './says.ts';
import { AUTH_TYPES, isApiId, RATE_WINDOWS, type ApiProfile } from './model.ts';

const text = { type: 'string', pattern: '\\S' } as const;
const texts = { type: 'array', items: text } as const;
const requestsPerWindow = { type: 'integer', minimum: 1, maximum: 1_000_000_000 } as const;

/** Strict, like the configuration: an unknown field may matter. */
export const profileSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'name', 'base_url', 'description'],
  properties: {
    id: text,
    name: text,
    base_url: text,
    description: text,
    auth: {
      type: 'object',
      additionalProperties: false,
      required: ['type'],
      properties: {
        type: { enum: AUTH_TYPES },
        header_name: { type: 'string', pattern: "^[\\w!#$%&'*+.^`|~-]{1,200}$" },
        query_param: { type: 'string', minLength: 1, maxLength: 200 },
        instructions: { type: 'string' },
      },
    },
    rate_limit: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(
        RATE_WINDOWS.map((window) => [`requests_per_${window}`, requestsPerWindow]),
      ),
    },
    endpoints: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['method', 'path'],
        properties: {
          method: { type: 'string', pattern: '^[A-Za-z]{1,10}$' },
          path: text,
          description: { type: 'string' },
        },
      },
    },
    guidelines: texts,
    avoid: texts,
    notes: texts,
  },
} as const;

/** Why this is not a valid profile; empty for a valid one. */
export function faultsOf(value: unknown, validator: Validator): readonly Says[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [ofFile(sayOfValue('wrong.no_object'))];
  const violations = validator.check(profileSchema, value);
  if (violations.length > 0)
    return violations.slice(0, apiLimits.faultsTold).map(({ path, says }) => {
      const place = path.slice(1).replaceAll('/', '.').slice(0, 100);
      if (place === '') return ofFile(says);
      return say('api.wrong', { place, why: isOfPattern(says) ? sayOfValue('wrong.not_allowed') : says });
    });
  const { id, base_url } = value as ApiProfile;
  return [...(isApiId(id) ? [] : [say('api.id')]), ...(isBase(base_url) ? [] : [say('api.base_url')])];
}

const ofFile = (why: Says): Says => say('api.wrong_file', { why });

/** People cannot read the expression. */
const isOfPattern = ({ code }: Says): boolean => code === 'wrong.pattern' || code === 'wrong.blank';

/** Whether it can be the address of an API: what a person can read as a host, and a secret can be sent to. */
export function isBase(given: string): boolean {
  if (/[\p{Cc}\s\\]/u.test(given) || !URL.canParse(given)) return false;
  const { protocol, username, password, search, hash, host } = new URL(given);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  // Otherwise no secret could be sent there, and a person could not read it as a host.
  return isWeb && hostFrom(host) !== null && `${username}${password}${search}${hash}` === '';
}

/** A valid profile, or why the file is ignored, which never quotes it. */
export function profileIn(
  name: string,
  read: FileRead,
  validator: Validator,
): { readonly profile: ApiProfile } | { readonly why: readonly Says[] } {
  const unusable = (why: Says) => ({ why: [ofFile(why)] });
  if (read.found === 'nothing') return unusable(sayOfValue('wrong.missing'));
  if (read.found === 'obstacle') return unusable(obstacleSays(read.obstacle, configLimits.fileBytes));
  if (read.text.trim() === '') return unusable(sayOfValue('wrong.empty_file'));
  const value = parsed(read.text);
  if (value === undefined || isDeeperThan(value, configLimits.jsonDepth))
    return unusable(sayOfValue('wrong.json', { line: null, column: null }));
  const faults = faultsOf(value, validator);
  if (faults.length > 0) return { why: faults };
  const profile = value as ApiProfile;
  if (name === `${profile.id}.json`) return { profile };
  return { why: [say('api.other_name', { id: profile.id })] };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** What `api_setup` requires beyond the schema, so that a profile is useful (specification › API Store behaviour). */
export function missingIn(profile: Partial<ApiProfile>): readonly Says[] {
  const { id, name, base_url, description, auth, endpoints = [], guidelines = [], avoid = [] } = profile;
  const isSaid = (said: string | undefined) => said !== undefined && /\S/u.test(said);
  const isWhole = endpoints.some((one) => isSaid(one.method) && isSaid(one.path) && isSaid(one.description));
  const asked: readonly (readonly [boolean, string])[] = [
    [isSaid(id), 'id'],
    [isSaid(name), 'name'],
    [isSaid(base_url), 'base_url'],
    [isSaid(description), 'description'],
    [isWhole, 'endpoints'],
    [guidelines.some(isSaid), 'guidelines'],
    [avoid.some(isSaid), 'avoid'],
    [isSaid(auth?.type), 'auth'],
  ];
  return asked.flatMap(([isThere, field]) => (isThere ? [] : [say('api.lacks', { field })]));
}

/** The text of its file. */
export const fileText = (profile: ApiProfile): string => `${JSON.stringify(profile, null, 2)}\n`;
