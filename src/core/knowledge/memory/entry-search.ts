import { listLimits } from '../../kernel/limits.ts';
import { memoryLimits } from './limits.ts';
import { fitting } from '../../kernel/page.ts';
import type { Namespace } from './model.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Acquaintances } from './port.ts';
import { termKey, termsOf } from './search/words.ts';
import { understood } from './search/question.ts';
import { sharedWords } from './search/reasons.ts';
import { recollect, type Recollection } from './search/search.ts';
import type { FindableMemory } from './store.ts';

/** Shorter words are often written in other ways: legal forms, particles, initials. */
const SHORT = 4;

export interface SearchOptions {
  readonly limit: number;
  readonly namespace?: Namespace | null;
  /** Include superseded entries. */
  readonly history?: boolean;
}

export interface SearchDeps {
  readonly store: FindableMemory;
  readonly clock: Clock;
  /** Absent: a search knows no more than its words. */
  readonly acquaintances?: Acquaintances;
}

/** Finds entries; changes nothing. */
export class EntrySearch {
  readonly #deps: SearchDeps;

  constructor(deps: SearchDeps) {
    this.#deps = deps;
  }

  /**
   * Best first; of equally good ones the newest first. Any text is a question. Returns fewer than `limit` if they would
   * exceed the size of a page, but at least one.
   */
  async search(question: string, options: SearchOptions): Promise<readonly Recollection[]> {
    await this.#deps.store.searchable();
    const found = await this.#recollect(question, options);
    return fitting(found, ({ entry }) => entry.text.length, listLimits.pageBytes);
  }

  /**
   * The entries for a prompt about this text: the best relevant ones, within `chars` characters together. Does not wait
   * until large recent writes are indexed. Never throws because of the text.
   */
  async relevantTo(
    text: string,
    { limit, chars }: { readonly limit: number; readonly chars: number },
  ): Promise<readonly Recollection[]> {
    const found = await this.#recollect(text, { limit: 2 * limit });
    const best = found.reduce((most, { coverage }) => Math.max(most, coverage), 0);
    // Excludes entries that are only neighbours of an answer: they do not match the text themselves.
    const least = Math.max(memoryLimits.minCoverage, memoryLimits.shareOfBest * best);
    const relevant: Recollection[] = [];
    let left = chars;
    for (const one of found) {
      const { entry, coverage } = one;
      if (coverage < least || entry.text.length > left) continue;
      left -= entry.text.length;
      relevant.push(one);
      if (relevant.length === limit) break;
    }
    return relevant;
  }

  /**
   * Whether memory has the words of each text, so that a search for it could find anything: all of the longer ones. One
   * query for all of them.
   */
  async hasWordsOf(texts: readonly string[]): Promise<readonly boolean[]> {
    const keys = texts.map((text) =>
      termsOf(text)
        .filter((term) => term.length > SHORT)
        .map(termKey),
    );
    const { entries, frequencies } = await this.#deps.store.statistics([...new Set(keys.flat())]);
    return keys.map((own) => entries > 0 && own.every((key) => frequencies.has(key)));
  }

  /** The words that an entry shares with a question, as the entry has them. */
  sharedWords(question: string, text: string): readonly string[] {
    return sharedWords(understood(question, this.#deps.clock.now()), text);
  }

  async #recollect(question: string, options: SearchOptions): Promise<readonly Recollection[]> {
    const { limit, namespace = null, history = false } = options;
    const now = this.#deps.clock.now();
    const { store, acquaintances = null } = this.#deps;
    return await recollect(store, { question, now, limit, namespace, history, acquaintances });
  }
}
