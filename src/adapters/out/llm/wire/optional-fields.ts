import type { WireDeps } from './deps.ts';
import { isObject } from './payload.ts';
import { Learnt } from './learnt.ts';

/** Fields without which a request means the same, or nearly so. */
const OF_REQUESTS = [
  'stream_options',
  'tool_choice',
  'prompt_cache_key',
  'reasoning_effort',
  'thinking',
] as const;
/** The same, at any depth of the system prompt and the messages. */
const OF_MESSAGES = ['reasoning_content', 'reasoning_details', 'extra_content', 'cache_control'] as const;
const OPTIONAL = [...OF_REQUESTS, ...OF_MESSAGES];
type Field = (typeof OPTIONAL)[number];

/** Sends requests to one model of one server without the optional fields that it has refused. */
export class OptionalFields {
  readonly #refused: Set<string>;

  constructor(address: string, modelId: string, { learnt = new Learnt() }: WireDeps) {
    this.#refused = learnt.of(address, modelId).refused;
  }

  /**
   * A refusal that names optional fields is followed by the same request without them; they are remembered if that
   * helped. `send` rejects with the errors of the SDK.
   */
  async sent<B extends object>(body: B, send: (body: B) => Promise<Response>): Promise<Response> {
    const left = new Set(this.#refused);
    for (;;) {
      const ready = left.size === 0 ? body : (without(body, left) as B);
      try {
        const response = await send(ready);
        for (const field of left) this.#refused.add(field);
        return response;
      } catch (error) {
        const named = refusedIn(error).filter((field) => !left.has(field) && has(ready, field));
        if (named.length === 0) throw error;
        for (const field of named) left.add(field);
      }
    }
  }
}

/** Bad requests, models that are not found with such a field, and servers that fail at one. */
const REFUSALS: readonly unknown[] = [400, 404, 422];
const FAILURES: readonly unknown[] = [500, 501];

/** How servers say that they do not take a field, or not this value of it. */
const REFUSAL =
  /extra[_ ](?:inputs?|fields?|forbidden)|not permitted|forbidden|un(?:known|recogni[sz]ed|supported|expected|allowed)|not (?:be )?(?:supported|allowed|recogni[sz]ed|known|expected|accepted|available|valid)|n[o']t (?:support|exist|accept|allow|match|recogni[sz]e|expect)|cannot (?:be used|find)|additional propert|invalid (?:\w+ )?(?:parameter|argument|field|value|input|option|key|property)|no such/iu;
/** What servers list to help; its names are not those that were refused. */
const TAKEN =
  /\b(?:expected (?:one of|tags)|(?:allowed|valid|supported|permitted|accepted|known) (?:fields?|parameters?|keys?|arguments?|options?|propert\w+))[^.;]*/giu;
/** The distance within which a field and its refusal belong together: a body may quote the whole request. */
const NEAR = 160;

/**
 * The optional fields that an error of the SDK refuses. If its words for that are not known, those that it names: a
 * refusal may be in any language.
 */
function refusedIn(error: unknown): readonly Field[] {
  const { status, error: body, message } = (error ?? {}) as Readonly<Record<string, unknown>>;
  if (!REFUSALS.includes(status) && !FAILURES.includes(status)) return [];
  const all = `${JSON.stringify(body ?? null)} ${String(message ?? '')}`;
  const said = all.replaceAll(TAKEN, '');
  const isRefused = (field: Field) =>
    placeOf(field).test(all) || around(field, said).some((words) => REFUSAL.test(words));
  const refusals = OPTIONAL.filter(isRefused);
  if (refusals.length > 0 || !REFUSALS.includes(status)) return refusals;
  // The others are also words of English.
  return OPTIONAL.filter((field) => field.includes('_') && around(field, said).length > 0);
}

const nameOf = (field: Field): string => `(?<![A-Za-z0-9_-])${field}(?![A-Za-z0-9_-])`;
const placeOf = (field: Field): RegExp =>
  new RegExp(`"(?:param|parameter|field)":\\s*"[^"]*${nameOf(field)}`, 'u');

/** The words around each place where the field is named. */
const around = (field: Field, said: string): readonly string[] =>
  Array.from(said.matchAll(new RegExp(nameOf(field), 'gu')), ({ index }) =>
    said.slice(Math.max(0, index - NEAR), index + field.length + NEAR),
  );

const has = (body: object, field: Field): boolean =>
  JSON.stringify(without(body, new Set([field]))) !== JSON.stringify(body);

const without = (body: object, fields: ReadonlySet<string>): object =>
  mapped(body, (name, value) => {
    if (isAmong(OF_REQUESTS, name) && fields.has(name)) return undefined;
    return name === 'messages' || name === 'system' ? withoutInside(value, fields) : value;
  });

function withoutInside(value: unknown, fields: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutInside(each, fields));
  if (!isObject(value)) return value;
  return mapped(value, (name, inner) => {
    if (isAmong(OF_MESSAGES, name) && fields.has(name)) return undefined;
    // The arguments of a call are the model's, whatever their names.
    return name === 'input' ? inner : withoutInside(inner, fields);
  });
}

/** A copy of the object with these values; without those that are undefined. */
const mapped = (object: object, valueOf: (name: string, value: unknown) => unknown): object =>
  Object.fromEntries(
    Object.entries(object)
      .map(([name, value]): [string, unknown] => [name, valueOf(name, value)])
      .filter(([, value]) => value !== undefined),
  );

const isAmong = <T extends string>(names: readonly T[], name: string): name is T =>
  (names as readonly string[]).includes(name);
