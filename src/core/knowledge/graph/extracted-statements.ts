import type { EntityId, PersonId, RunId, ThreadId } from '../../kernel/ids.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { wordsOf } from '../../kernel/words.ts';
import type { Log } from '../../ports/log.ts';
import type { ExtractionStore, ExtractedThings } from './port.ts';
import type { ForWhom } from '../../trust/people/model.ts';
import type { GraphService } from './service.ts';

/** How sure a model is of what it read. */
const CONFIDENCE = 0.8;

/**
 * Keeps what somebody said of people, organisations and things, for them alone. A name or an address counts only if they wrote it:
 * what a model adds is left out. What cannot be told apart from what is known is left out, too: memory keeps the sentence.
 */
export class ExtractedStatements implements ExtractionStore {
  readonly #graph: ForWhom<GraphService>;
  readonly #log: Log;

  constructor(graph: ForWhom<GraphService>, log: Log) {
    this.#graph = graph;
    this.#log = log;
  }

  async keep(
    { entities, relations }: ExtractedThings,
    said: string,
    {
      personId,
      ...from
    }: { readonly personId: PersonId; readonly threadId: ThreadId; readonly runId: RunId },
  ): Promise<void> {
    const graph = this.#graph.of(personId);
    const source = { origin: 'agent', ...from, tool: 'extraction' } as const;
    const words = new Set(wordsOf(said));
    const isSaid = (text: string): boolean => {
      const own = wordsOf(text);
      return own.length > 0 && own.every((word) => words.has(word));
    };
    const known = new Map<string, EntityId>();
    for (const { kind, name, aliases, detail } of entities) {
      if (!isSaid(name)) continue;
      const isPlain = ([attribute, value]: readonly [string, string]): boolean =>
        isSaid(value) || (attribute === 'phone' && digitsOf(said).includes(digitsOf(value)));
      const details = Object.entries(detail).filter(isPlain);
      const saved = await this.#tried(
        () =>
          graph.save(
            {
              kind,
              name,
              aliases: aliases.filter(isSaid),
              detail: Object.fromEntries(details),
              confidence: CONFIDENCE,
            },
            source,
          ),
        kind,
      );
      if (saved) known.set(name, saved.entityId);
    }
    for (const relation of relations) {
      const [one, two] = [known.get(relation.from) ?? relation.from, known.get(relation.to) ?? relation.to];
      if (!isSaid(relation.from) || !isSaid(relation.to)) continue;
      await this.#tried(
        () => graph.relate({ ...relation, from: one, to: two, confidence: CONFIDENCE }, source),
        'relation',
      );
    }
    await graph.link(from.threadId, [...known.values()]);
  }

  async #tried<Result>(work: () => Promise<Result>, what: string): Promise<Result | null> {
    try {
      return await work();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.#log.info('something the owner said is not in the graph', { what, code: error.code });
      return null;
    }
  }
}

const digitsOf = (text: string): string => text.replaceAll(/\D/gu, '');
