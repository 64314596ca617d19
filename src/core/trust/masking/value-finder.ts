import { MIN_SECRET_CHARS, spellingsOf, type Spelling } from './spellings.ts';
import { ValueTrie } from './value-trie.ts';

/** The trie holds this much of a longer spelling. Where that much matches, the rest is compared as it comes. */
const HEAD = 256;
const ENDLESS = 65_535;

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A value that continues past the end of the text: decides whether what follows still belongs to it. */
interface Found extends Place {
  readonly rest: Rest | null;
}

/**
 * Finds known values in texts, in every spelling. Of overlapping matches the first counts; of those with the same start,
 * the longest. The time is linear in the text, whatever its content. A spelling of more than 256 characters matches once
 * its first 256 do, as far as the text agrees with it. Values may be added at any time; each costs time and memory for
 * the first 256 characters of every spelling, however long it is.
 */
export class ValueFinder {
  readonly #trie = new ValueTrie();
  readonly #long = new Map<number, Spelling[]>();

  constructor(values: readonly string[]) {
    this.learn(values);
  }

  learn(values: readonly string[]): void {
    for (const value of new Set(values)) for (const spelling of spellingsOf(value)) this.#add(spelling);
  }

  /** Whether the text contains one of them. */
  isIn(text: string): boolean {
    return 'end' in this.next(text, 0, true);
  }

  /** Their ranges in the text, in order and not overlapping. */
  *placesIn(text: string): Generator<Place> {
    for (let from = 0; ;) {
      const found = this.next(text, from, true);
      if (!('end' in found)) return;
      const end = found.end + (found.rest?.take(text, found.end) ?? 0);
      yield { start: found.start, end };
      from = end;
    }
  }

  /** The same string when it contains none. */
  masked(text: string, mask: string): string {
    let clean = '';
    let from = 0;
    for (const { start, end } of this.placesIn(text)) {
      clean += text.slice(from, start) + mask;
      from = end;
    }
    return from === 0 ? text : clean + text.slice(from);
  }

  /**
   * The first value from `from` on; without one, the offset of the longest tail of the text that could begin a value.
   * When the text is incomplete, a value counts only once no continuation can turn it into another.
   */
  next(text: string, from: number, isWhole: boolean): Found | { readonly begun: number } {
    const trie = this.#trie;
    let node = 0;
    let [start, end] = [-1, -1];
    let at = from;
    for (;;) {
      if (node === 0 && start < 0) at = trie.candidate(text, at);
      if (at >= text.length) break;
      node = trie.step(node, text.charCodeAt(at));
      at++;
      const ending = trie.endingIn(node);
      if (ending > 0 && (start < 0 || at - ending <= start)) [start, end] = [at - ending, at];
      const begun = at - trie.depthOf(node);
      if (start >= 0 && (begun > start || (begun === start && trie.isLeaf(node))))
        return this.#found(text, start, end);
    }
    if (start >= 0 && isWhole) return this.#found(text, start, end);
    const begun = text.length - trie.depthOf(node);
    return { begun: start < 0 ? begun : Math.min(start, begun) };
  }

  /** The length of the beginning of a value at the end of the text; 0 where it is too short to tell. */
  beginningAtEnd(text: string): number {
    return this.#atEnd(text, () => true);
  }

  /** The same, if it is at least half of the value. */
  halfAtEnd(text: string): number {
    return this.#atEnd(text, (depth, node) => depth * 2 >= this.#trie.shortestThrough(node));
  }

  #atEnd(text: string, counts: (depth: number, node: number) => boolean): number {
    const trie = this.#trie;
    let node = 0;
    for (let at = Math.max(0, text.length - HEAD); at < text.length; at++)
      node = trie.step(node, text.charCodeAt(at));
    for (; trie.depthOf(node) >= MIN_SECRET_CHARS; node = trie.fallbackOf(node))
      if (counts(trie.depthOf(node), node)) return trie.depthOf(node);
    return 0;
  }

  #add(spelling: Spelling): void {
    let text = '';
    for (const piece of spelling()) {
      text += piece;
      if (text.length > HEAD) break;
    }
    if (text.length <= HEAD) {
      this.#trie.add(text, text.length);
      return;
    }
    const node = this.#trie.add(text.slice(0, HEAD), ENDLESS);
    const long = this.#long.get(node) ?? [];
    this.#long.set(node, [...long, spelling]);
  }

  #found(text: string, start: number, end: number): Found {
    if (end - start < HEAD) return { start, end, rest: null };
    let node = 0;
    for (let at = start; at < end; at++) node = this.#trie.step(node, text.charCodeAt(at));
    const long = this.#long.get(node);
    return { start, end, rest: long ? new Rest(long) : null };
  }
}

/** The possible continuations after the heads of long spellings. */
export class Rest {
  #followed: readonly Follower[];

  constructor(spellings: readonly Spelling[]) {
    this.#followed = spellings.map((spelling) => new Follower(spelling));
  }

  /** Whether the match may still grow. */
  get goesOn(): boolean {
    return this.#followed.length > 0;
  }

  /** How much of the text from `from` on belongs to the value. Candidates that match to the end continue in the next text. */
  take(text: string, from: number): number {
    const taken = this.#followed.map((one) => one.take(text, from));
    this.#followed = this.#followed.filter((one) => one.goesOn);
    return taken.reduce((most, one) => Math.max(most, one), 0);
  }
}

class Follower {
  readonly #pieces: Iterator<string>;
  #piece = '';
  #at = 0;
  goesOn = true;

  constructor(spelling: Spelling) {
    this.#pieces = spelling()[Symbol.iterator]();
    for (let left = HEAD; left > 0; left -= this.#at) {
      this.#piece = String(this.#pieces.next().value ?? '');
      this.#at = Math.min(left, this.#piece.length);
    }
  }

  take(text: string, from: number): number {
    for (let at = from; ; at++) {
      if (!this.#hasMore()) this.goesOn = false;
      if (at === text.length || !this.goesOn) return at - from;
      if (this.#piece.charCodeAt(this.#at) !== text.charCodeAt(at)) {
        this.goesOn = false;
        return at - from;
      }
      this.#at++;
    }
  }

  #hasMore(): boolean {
    while (this.#at === this.#piece.length) {
      const { done, value } = this.#pieces.next();
      if (done === true) return false;
      [this.#piece, this.#at] = [value, 0];
    }
    return true;
  }
}
