import type { ArtifactService } from '../../workspace/artifacts/service.ts';
import { listedPath, pathAsSaid } from '../../workspace/files/model.ts';
import type { RunId } from '../../kernel/ids.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Json, JsonObject } from '../../kernel/json.ts';
import type { Web } from '../../ports/web.ts';
import type { Workspace } from '../../ports/workspace.ts';
import type { Expectation, Unmet } from './model.ts';
import { expectationLimits } from './limits.ts';
import type { Patterns, RecordsToFind } from './port.ts';
import type { Words } from '../../ports/words.ts';

export interface CheckingDeps {
  readonly workspace: Pick<Workspace, 'contentId' | 'list'>;
  readonly web: Web;
  readonly patterns: Patterns;
  readonly artifacts: Pick<ArtifactService, 'madeBy'>;
  readonly records: RecordsToFind;
  readonly words: Words;
}

/** Work that has ended with an answer. */
export interface Ended {
  /** The runs that did it. */
  readonly runIds: readonly RunId[];
  readonly answer: string;
}

type Kind = Expectation['kind'];
type Of<K extends Kind> = Extract<Expectation, { readonly kind: K }>;

/** How one kind of expectation is checked, by code. */
interface Check<K extends Kind> {
  /** What to compare with afterwards. */
  readonly before: (expected: Of<K>) => Promise<Json>;
  /** Why it is not met; null if it is. */
  readonly after: (
    expected: Of<K>,
    before: Json,
    ended: Ended,
    signal: AbortSignal,
  ) => Promise<string | null>;
}

/** Whether what some work was for is there. A kind of expectation is a line in the table. */
export class Expectations {
  readonly #checks: { readonly [K in Kind]: Check<K> };

  constructor({ workspace, web, patterns, artifacts, records, words }: CheckingDeps) {
    const contentOf = async (path: string): Promise<string | null> => {
      try {
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
        before: ({ path, changed }) => (changed === true ? contentOf(path) : Promise.resolve(null)),
        after: async ({ path, changed }, before) => {
          const now = await contentOf(path);
          if (now === null) return `The file ${path} is not there.`;
          return changed === true && now === before ? `The file ${path} was not changed.` : null;
        },
      },
      answer: {
        before: async () => null,
        after: async ({ contains, matches }, _before, { answer }) => {
          const searched = answer.slice(0, expectationLimits.answerChars);
          if (contains !== undefined && !folded(searched).includes(folded(contains)))
            return `The answer does not contain ${JSON.stringify(contains)}.`;
          if (matches !== undefined && !patterns.isIn(matches, searched))
            return `The answer does not match ${matches}.`;
          return null;
        },
      },
      http: {
        before: async () => null,
        after: async ({ url, status }, _before, _ended, signal) => {
          try {
            const reply = await web.send(
              { method: 'GET', url, maxBytes: 1024, ms: expectationLimits.httpMs },
              signal,
            );
            return reply.status === status ? null : `${url} answered ${reply.status}, not ${status}.`;
          } catch (error) {
            if (isRefusal(error)) return `${url} could not be read: ${words.inEnglish(error.says)}`;
            throw error;
          }
        },
      },
      artifact: {
        before: async () => null,
        after: async ({ type = null }, _before, { runIds }) => {
          for (const runId of runIds) if (await artifacts.madeBy(runId, type)) return null;
          return `The run has saved no artifact${type === null ? '' : ` of the type ${type}`}.`;
        },
      },
      record: {
        before: async () => null,
        after: async ({ collection, filter = {} }) => {
          try {
            // It came as JSON.
            if (await records.has(collection, filter as JsonObject)) return null;
            return `The collection ${collection} has no such record.`;
          } catch (error) {
            if (isRefusal(error))
              return `The collection ${collection} cannot be checked: ${words.inEnglish(error.says)}`;
            throw error;
          }
        },
      },
    };
  }

  /** To be called before the work begins. */
  async before(expected: Expectation | null): Promise<Json> {
    return expected === null ? null : await this.#of(expected.kind).before(expected as never);
  }

  /** Null if the expectation is met. Changes nothing. */
  async unmet(expected: Expectation, before: Json, ended: Ended, signal: AbortSignal): Promise<Unmet | null> {
    const why = await this.#of(expected.kind).after(expected as never, before, ended, signal);
    return why === null ? null : { code: `expected_${expected.kind}`, text: why };
  }

  #of<K extends Kind>(kind: K): Check<K> {
    return this.#checks[kind];
  }
}

/** As people compare: in any capitals, width, spaces and composition of letters. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ');
