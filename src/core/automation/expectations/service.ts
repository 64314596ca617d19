import type { ArtifactService } from '../../workspace/artifacts/service.ts';
import { listedPath, pathAsSaid, type Places } from '../../workspace/files/model.ts';
import type { PersonId, RunId } from '../../kernel/ids.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Json, JsonObject } from '../../kernel/json.ts';
import { quote } from '../../kernel/quoted.ts';
import type { Says } from '../../kernel/says.ts';
import { becauseOf, type Because } from '../../kernel/worded.ts';
import type { Web } from '../../ports/web.ts';
import type { Workspace } from '../../ports/workspace.ts';
import type { Expectation } from './model.ts';
import { expectationLimits } from './limits.ts';
import type { ForWhom } from '../../trust/people/model.ts';
import type { Patterns, RecordsToFind } from './port.ts';
import { say } from './says.ts';

export interface CheckingDeps {
  readonly workspace: Pick<Workspace, 'contentId' | 'list'>;
  readonly places: Pick<Places, 'of'>;
  readonly web: Web;
  readonly patterns: Patterns;
  readonly artifacts: Pick<ArtifactService, 'madeBy'>;
  readonly records: ForWhom<RecordsToFind>;
}

/** Work that has ended with an answer. */
export interface Ended {
  /** The runs that did it. */
  readonly runIds: readonly RunId[];
  /** For whom it was done. */
  readonly personId: PersonId;
  readonly answer: string;
}

type Kind = Expectation['kind'];
type Of<K extends Kind> = Extract<Expectation, { readonly kind: K }>;

/** How one kind of expectation is checked, by code. */
interface Check<K extends Kind> {
  /** What to compare with afterwards. */
  readonly before: (expected: Of<K>, person: PersonId) => Promise<Json>;
  /** Why it is not met; null if it is. */
  readonly after: (expected: Of<K>, before: Json, ended: Ended, signal: AbortSignal) => Promise<Says | null>;
}

/** Checks whether work achieved what was expected of it. A kind of expectation is a line in the table. */
export class Expectations {
  readonly #checks: { readonly [K in Kind]: Check<K> };

  constructor({ workspace, places, web, patterns, artifacts, records }: CheckingDeps) {
    const contentOf = async (given: string, person: PersonId): Promise<string | null> => {
      try {
        const path = places.of(person).path(given);
        const content = await workspace.contentId(listedPath(path));
        if (content !== null) return content;
        const said = await pathAsSaid(workspace, path);
        return said && (await workspace.contentId(said));
      } catch (error) {
        // A folder, a link, or a place that may not be read: no such file is there.
        if (isRefusal(error)) return null;
        throw error;
      }
    };
    this.#checks = {
      file: {
        before: ({ path, changed }, person) =>
          changed === true ? contentOf(path, person) : Promise.resolve(null),
        after: async ({ path, changed }, before, { personId }) => {
          const now = await contentOf(path, personId);
          if (now === null) return say('expected.no-file', { path: quote(path) });
          return changed === true && now === before ? say('expected.same-file', { path: quote(path) }) : null;
        },
      },
      answer: {
        before: async () => null,
        after: async ({ contains, matches }, _before, { answer }) => {
          const searched = answer.slice(0, expectationLimits.answerChars);
          if (contains !== undefined && !folded(searched).includes(folded(contains)))
            return say('expected.words', { text: quote(contains) });
          if (matches !== undefined && !patterns.isIn(matches, searched))
            return say('expected.pattern', { pattern: quote(matches) });
          return null;
        },
      },
      http: {
        before: async () => null,
        after: async ({ url, status }, _before, { personId }, signal) => {
          const address = quote(url);
          try {
            const reply = await web.send(
              { method: 'GET', personId, url, maxBytes: 1024, ms: expectationLimits.httpMs },
              signal,
            );
            const { status: answered } = reply;
            return answered === status ? null : say('expected.status', { address, answered, status });
          } catch (error) {
            if (isRefusal(error)) return say('expected.unreadable', { address, why: becauseOf(error).says });
            throw error;
          }
        },
      },
      artifact: {
        before: async () => null,
        after: async ({ type = null }, _before, { runIds }) => {
          for (const runId of runIds) if (await artifacts.madeBy(runId, type)) return null;
          return say('expected.no-artifact', { type });
        },
      },
      record: {
        before: async () => null,
        after: async ({ collection, filter = {} }, _before, { personId }) => {
          try {
            // It came as JSON.
            if (await records.of(personId).has(collection, filter as JsonObject)) return null;
            return say('expected.no-record', { collection });
          } catch (error) {
            if (isRefusal(error))
              return say('expected.no-collection', { collection, why: becauseOf(error).says });
            throw error;
          }
        },
      },
    };
  }

  /** To be called before the work for this person begins. */
  async before(expected: Expectation | null, person: PersonId): Promise<Json> {
    return expected === null ? null : await this.#of(expected.kind).before(expected as never, person);
  }

  /** Null if the expectation is met. Changes nothing. */
  async unmet(
    expected: Expectation,
    before: Json,
    ended: Ended,
    signal: AbortSignal,
  ): Promise<Because | null> {
    const why = await this.#of(expected.kind).after(expected as never, before, ended, signal);
    return why === null ? null : { code: `expected_${expected.kind}`, says: [why] };
  }

  #of<K extends Kind>(kind: K): Check<K> {
    return this.#checks[kind];
  }
}

/** As people compare: in any capitals, width, spaces and composition of letters. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ');
