/**
 * Texts as vectors of their character four-grams, hashed into a few hundred dimensions. Similar spellings are close,
 * whatever the ending, language or typing errors (W. B. Cavnar, "Using an n-gram-based document representation with a
 * vector processing retrieval model", TREC-3, 1994; hashing: K. Weinberger et al., ICML 2009).
 */
const PLACES = 512;
const LENGTH = 4;

export type Grams = Float32Array;

/** Of length 1, or 0 without words. Uses only the first `most` characters of a long text. */
export function gramsOf(words: readonly string[], most = 2_000): Grams {
  const vector = new Float32Array(PLACES);
  let left = most;
  for (const word of words) {
    if (left <= 0) break;
    left -= word.length;
    const padded = ` ${word} `;
    for (let at = 0; at + LENGTH <= padded.length || at === 0; at++) {
      let hash = 0x811c9dc5;
      for (let index = at; index < Math.min(at + LENGTH, padded.length); index++)
        hash = Math.imul(hash ^ padded.charCodeAt(index), 0x01000193);
      const place = (hash ^ (hash >>> 15)) & (PLACES - 1);
      vector[place] = (vector[place] ?? 0) + 1;
    }
  }
  // The square root keeps frequent grams from dominating.
  let length = 0;
  for (let place = 0; place < PLACES; place++) {
    const value = Math.sqrt(vector[place] ?? 0);
    vector[place] = value;
    length += value * value;
  }
  if (length > 0)
    for (let place = 0; place < PLACES; place++) vector[place] = (vector[place] ?? 0) / Math.sqrt(length);
  return vector;
}

/** Cosine similarity: from 0, nothing in common, to 1. */
export function likeness(a: Grams, b: Grams): number {
  let sum = 0;
  for (let place = 0; place < PLACES; place++) sum += (a[place] ?? 0) * (b[place] ?? 0);
  return sum;
}
