import type { FileRead, Obstacle } from '../../ports/file-read.ts';
import { isDeeperThan } from '../../kernel/json.ts';
import { apiLimits } from './limits.ts';
import { configLimits } from '../../instance/config/limits.ts';
import type { Validator } from '../../ports/validator.ts';
import { hostFrom } from '../../trust/secrets/model.ts';
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

/** Why this is not a valid profile, in words; empty for a valid one. */
export function faultsOf(value: unknown, validator: Validator): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return ['the file is not a JSON object'];
  const violations = validator.check(profileSchema, value);
  if (violations.length > 0)
    return violations.slice(0, apiLimits.faultsTold).map(({ path, message }) => {
      const where = path.slice(1).replaceAll('/', '.').slice(0, 100);
      if (where === '') return `it ${message}`;
      return `${where} ${message.startsWith('must match pattern') ? 'is empty or not allowed' : message}`;
    });
  const { id, base_url } = value as ApiProfile;
  return [
    ...(isApiId(id)
      ? []
      : ['id must have small letters, digits, - and _ only, 64 at most, and begin with a letter or digit']),
    ...(isBase(base_url) ? [] : [BASE_FAULT]),
  ];
}

export const BASE_FAULT = 'base_url must be an http or https URL without a user name, a query or a fragment';

/** Whether it can be the address of an API: what a person can read as a host, and a secret can be sent to. */
export function isBase(given: string): boolean {
  if (/[\p{Cc}\s\\]/u.test(given) || !URL.canParse(given)) return false;
  const { protocol, username, password, search, hash, host } = new URL(given);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  // Otherwise no secret could be sent there, and a person could not read it as a host.
  return isWeb && hostFrom(host) !== null && `${username}${password}${search}${hash}` === '';
}

const OBSTACLES: Readonly<Record<Obstacle, string>> = {
  folder: 'the file is a folder',
  no_file: 'the file is not a regular file',
  dangling_link: 'the file is a link to a file that does not exist',
  too_large: `the file is larger than ${configLimits.fileBytes / 1024 / 1024} MB`,
  no_text: 'the file is not UTF-8 text',
  not_allowed: 'the file is not readable by this user',
  failed: 'the file could not be read from the disk',
};

/** A valid profile, or the reason to ignore the file: one line for the operator, which never quotes the file. */
export function profileIn(
  name: string,
  read: FileRead,
  validator: Validator,
): { readonly profile: ApiProfile } | { readonly reason: string } {
  if (read.found === 'nothing') return { reason: 'the file is gone' };
  if (read.found === 'obstacle') return { reason: OBSTACLES[read.obstacle] };
  if (read.text.trim() === '') return { reason: 'the file is empty' };
  const value = parsed(read.text);
  if (value === undefined || isDeeperThan(value, configLimits.jsonDepth))
    return { reason: 'the file is not JSON' };
  const faults = faultsOf(value, validator);
  if (faults.length > 0) return { reason: faults.join('; ') };
  const profile = value as ApiProfile;
  if (name === `${profile.id}.json`) return { profile };
  return { reason: `its id is ${profile.id}, so it must be named ${profile.id}.json` };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** What `api_setup` requires beyond the schema, so that a profile is useful (specification › API Store behaviour). */
export function missingIn(profile: Partial<ApiProfile>): readonly string[] {
  const { id, name, base_url, description, auth, endpoints = [], guidelines = [], avoid = [] } = profile;
  const isSaid = (said: string | undefined) => said !== undefined && /\S/u.test(said);
  const isWhole = endpoints.some((one) => isSaid(one.method) && isSaid(one.path) && isSaid(one.description));
  const asked: readonly (readonly [boolean, string])[] = [
    [isSaid(id), 'id'],
    [isSaid(name), 'name'],
    [isSaid(base_url), 'base_url'],
    [isSaid(description), 'description'],
    [isWhole, 'endpoints (at least one with method, path and description)'],
    [guidelines.some(isSaid), 'guidelines (at least one)'],
    [avoid.some(isSaid), 'avoid (at least one)'],
    [isSaid(auth?.type), 'auth (with a type; if the API asks for none, say so in its instructions)'],
  ];
  return asked.flatMap(([isThere, what]) => (isThere ? [] : [what]));
}

/** The text of its file. */
export const fileText = (profile: ApiProfile): string => `${JSON.stringify(profile, null, 2)}\n`;
