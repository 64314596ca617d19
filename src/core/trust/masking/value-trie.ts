const ROOT = 0;
const UNKNOWN = -1;
const initialNodes = 1_024;
/** Characters of a text's beginning: enough to rule out most offsets. */
const GRAM = 4;
const GRAMS = 0xffff;

/**
 * A set of texts as one automaton (Aho and Corasick). After each character it is in the node of the longest suffix of
 * the input that is a prefix of one of the texts, so reading is linear in the input. Nodes are indexes into typed
 * arrays, about 25 bytes each. Adding a text at any time costs its own length; fallbacks are computed when they are
 * first needed.
 */
export class ValueTrie {
  #char = new Uint16Array(initialNodes);
  #depth = new Uint16Array(initialNodes);
  /** The length of the longest text that ends in a node; 0 when none does. Known when `#fallback` is. */
  #ending = new Uint16Array(initialNodes);
  #isText = new Uint8Array(initialNodes);
  #parent = new Int32Array(initialNodes);
  #child = new Int32Array(initialNodes);
  #sibling = new Int32Array(initialNodes);
  #fallback = new Int32Array(initialNodes).fill(UNKNOWN);
  /** The whole length of the shortest text that goes through a node. */
  #shortest = new Uint16Array(initialNodes);
  readonly #first = new Map<number, number>();
  readonly #grams = new Uint8Array(GRAMS + 1);
  #count = 1;
  #isFollowed = false;

  /** The number of nodes. */
  get size(): number {
    return this.#count;
  }

  /**
   * @param text at least 4 characters, at most 65,535
   * @param whole the length of the full spelling that `text` begins, at most 65,535; the length of `text` if it is complete
   * @returns the node of its last character
   */
  add(text: string, whole: number): number {
    let node = ROOT;
    for (let at = 0; at < text.length; at++) {
      const char = text.charCodeAt(at);
      node = this.#childOf(node, char) || this.#added(node, char);
      this.#shortest[node] = Math.min(this.#shortest[node] ?? whole, whole);
    }
    this.#isText[node] = 1;
    let gram = 0;
    for (let at = 0; at < GRAM; at++) gram = next(gram, text.charCodeAt(at));
    this.#grams[gram] = 1;
    if (this.#isFollowed) this.#fallback.fill(UNKNOWN);
    this.#isFollowed = false;
    return node;
  }

  /** The first offset from `from` on at which a text may begin, or from which too little is left to tell. */
  candidate(text: string, from: number): number {
    let gram = 0;
    for (let at = from; at < text.length; at++) {
      gram = next(gram, text.charCodeAt(at));
      if (this.#grams[gram] === 1 && at - from >= GRAM - 1) return at - GRAM + 1;
    }
    return Math.max(from, text.length - GRAM + 1);
  }

  /** The node after one more character. */
  step(node: number, char: number): number {
    for (let at = node; ; at = this.fallbackOf(at)) {
      const child = this.#childOf(at, char);
      if (child !== 0) return child;
      if (at === ROOT) return ROOT;
    }
  }

  /** The length of the suffix that a node represents. */
  depthOf(node: number): number {
    return this.#depth[node] ?? 0;
  }

  /** The length of the longest text that ends in a node; 0 when none does. */
  endingIn(node: number): number {
    this.fallbackOf(node);
    return this.#ending[node] ?? 0;
  }

  /** Whether no text continues from a node. */
  isLeaf(node: number): boolean {
    return this.#child[node] === 0 && node !== ROOT;
  }

  shortestThrough(node: number): number {
    return this.#shortest[node] ?? 0;
  }

  /** The node of the next shorter suffix that begins a text. */
  fallbackOf(node: number): number {
    const known = this.#fallback[node] ?? ROOT;
    if (known !== UNKNOWN) return known;
    // A fallback is nearer to the root than its node, so the depth is at most the longest text.
    const parent = this.#parent[node] ?? ROOT;
    const found =
      node === ROOT || parent === ROOT ? ROOT : this.step(this.fallbackOf(parent), this.#char[node] ?? 0);
    this.#isFollowed = true;
    this.#fallback[node] = found;
    this.#ending[node] =
      this.#isText[node] === 1 ? (this.#depth[node] ?? 0) : found === ROOT ? 0 : this.endingIn(found);
    return found;
  }

  #childOf(node: number, char: number): number {
    if (node === ROOT) return this.#first.get(char) ?? 0;
    let child = this.#child[node] ?? 0;
    while (child !== 0 && this.#char[child] !== char) child = this.#sibling[child] ?? 0;
    return child;
  }

  #added(parent: number, char: number): number {
    if (this.#count === this.#char.length) this.#grow();
    const node = this.#count++;
    this.#char[node] = char;
    this.#parent[node] = parent;
    this.#depth[node] = (this.#depth[parent] ?? 0) + 1;
    this.#shortest[node] = maxUint16;
    if (parent === ROOT) this.#first.set(char, node);
    this.#sibling[node] = this.#child[parent] ?? 0;
    this.#child[parent] = node;
    return node;
  }

  #grow(): void {
    const size = this.#count * 2;
    const [char, depth, ending] = [this.#char, this.#depth, this.#ending];
    const [isText, parent, child] = [this.#isText, this.#parent, this.#child];
    const [sibling, shortest] = [this.#sibling, this.#shortest];
    (this.#char = new Uint16Array(size)).set(char);
    (this.#depth = new Uint16Array(size)).set(depth);
    (this.#ending = new Uint16Array(size)).set(ending);
    (this.#isText = new Uint8Array(size)).set(isText);
    (this.#parent = new Int32Array(size)).set(parent);
    (this.#child = new Int32Array(size)).set(child);
    (this.#sibling = new Int32Array(size)).set(sibling);
    (this.#shortest = new Uint16Array(size)).set(shortest);
    this.#fallback = new Int32Array(size).fill(UNKNOWN);
  }
}

const maxUint16 = 65_535;

/** The last four characters in 16 bits. */
const next = (gram: number, char: number): number => ((gram << 4) ^ char) & GRAMS;
