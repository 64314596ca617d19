import type { KindOfName } from '../../../contract/cli/command.ts';
import { KINDS, PLACES, type Named, type PlaceOfName } from '../../../contract/cli/names.ts';
import { ProblemError } from '../../../contract/client.ts';
import type { Tell } from '../../../contract/cli/says.ts';
import type { EngineClient } from './attach.ts';

/** A list that is longer is not read to its end. */
const PAGES = 20;
const MOST_SHOWN = 10;

export interface ByNames {
  /** The command changes nothing, so that a part of a name will do. */
  readonly isReading: boolean;
  readonly tell: Tell;
  /** What the command is about, where a route takes things of several kinds. */
  readonly kind?: KindOfName | undefined;
}

type Call = (request?: unknown) => Promise<unknown>;
type Calls = Readonly<Record<string, Call>>;
type Request = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * A client whose requests may name things as people do, in each place of `PLACES`. The engine is asked first, so an id or
 * a whole name means what it says. Where it finds nothing, this finds the one that is called so in any capitals; for a
 * command that only reads, the only one that has these words, or else this text, in its name. Where several fit, and where
 * a part of a name would change something, all that fit are told, and nothing is done.
 */
export function byNames(client: EngineClient, names: ByNames): EngineClient {
  return new Proxy(client, {
    get: (of: EngineClient, operation): unknown => {
      const call = (of as unknown as Calls)[operation as string];
      const places: readonly PlaceOfName[] | undefined = PLACES[operation as keyof typeof PLACES];
      if (call === undefined || places === undefined) return call;
      return async (request: Request = {}) => {
        try {
          return await call(request);
        } catch (error) {
          if (!isNothing(error)) throw error;
          const meant = await resolved(
            request,
            placesOf(places, names),
            of as unknown as Calls,
            names,
            error,
          );
          if (meant === request) throw error;
          return await call(meant);
        }
      };
    },
  });
}

/** Whether an answer says that there is nothing of this id. */
const isNothing = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && (error.problem.status === 404 || error.problem.code === 'id_too_short');

function placesOf(places: readonly PlaceOfName[], { kind }: ByNames): readonly PlaceOfName[] {
  const own = places.filter((place) => place.kind === kind);
  return own.length === 0 ? places : own;
}

/** The same request, if nothing in it is a name. @throws ProblemError ambiguous_name */
async function resolved(
  request: Request,
  places: readonly PlaceOfName[],
  calls: Calls,
  names: ByNames,
  error: ProblemError,
): Promise<Request> {
  let next = request;
  for (const { in: part, member, kind } of places) {
    const name = next[part]?.[member];
    if (typeof name !== 'string' || plain(name) === '') continue;
    const all = await listed(kind, name, calls);
    if (all.some(({ id }) => id === name)) continue;
    const { one, fitting } = meantBy(name, all, names.isReading);
    if (fitting.length === 0) continue;
    if (one === null)
      throw new ProblemError({
        ...error.problem,
        code: 'ambiguous_name',
        detail: candidates(name, fitting, names.tell),
      });
    next = { ...next, [part]: { ...next[part], [member]: one.id } };
  }
  return next;
}

async function listed(kind: KindOfName, name: string, calls: Calls): Promise<readonly Named[]> {
  const { calls: lists, query, named } = KINDS[kind];
  const found: Named[] = [];
  let cursor: unknown = null;
  for (let page = 0; page < PAGES; page++) {
    const asked = { ...query(name), ...(cursor === null ? {} : { cursor }) };
    const answer = await calls[lists]!(Object.keys(asked).length === 0 ? {} : { query: asked });
    found.push(...named(answer as never));
    cursor = (answer as { readonly nextCursor?: unknown }).nextCursor ?? null;
    if (cursor === null) break;
  }
  return found;
}

interface Meant {
  /** Null: none, several, or one that was not named as a whole where that is needed. */
  readonly one: Named | null;
  readonly fitting: readonly Named[];
}

/** What a name means among all of its kind. Only what reads goes by a part of a name. */
export function meantBy(name: string, all: readonly Named[], isReading: boolean): Meant {
  const wanted = plain(name);
  const words = ` ${wordsOf(wanted)} `;
  const having = (fits: (plainName: string) => boolean) =>
    all.filter(({ names }) => names.some((one) => fits(plain(one))));
  const whole = having((one) => one === wanted);
  if (whole.length > 0) return { one: whole.length === 1 ? whole[0]! : null, fitting: whole };
  const byWords =
    words.trim() === '' ? [] : having((one) => one.includes(wanted) && ` ${wordsOf(one)} `.includes(words));
  const byPart = having((one) => one.includes(wanted));
  const certain = byWords.length > 0 ? byWords : byPart;
  const fitting = [...new Set([...byWords, ...byPart])];
  return { one: isReading && certain.length === 1 ? certain[0]! : null, fitting };
}

const plain = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();

const wordsOf = (text: string): string =>
  text
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .join(' ')
    .trim();

function candidates(name: string, fitting: readonly Named[], tell: Tell): string {
  const shown = fitting.slice(0, MOST_SHOWN).map(({ id, names }) => `${names[0]} (${id})`);
  return tell('terminal.may_mean', { name, fitting: shown, more: Math.max(0, fitting.length - MOST_SHOWN) });
}
