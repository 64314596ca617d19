import { entitiesOf, spokenLine } from './entities.ts';
import { fused, K, type Ranking } from './fusion.ts';
import { gramsOf, likeness } from './grams.ts';
import type { Question } from './question.ts';
import { asking } from '../../../kernel/stop-words.ts';
import { tellsNumber, tellsTime } from './time-hints.ts';
import { wordsOf } from '../../../kernel/words.ts';
import { isSilent, termKey, termOf } from './words.ts';

/** An entry that may be an answer, or is a neighbour of one. */
export interface Candidate {
  readonly text: string;
  /** Since when it is valid. */
  readonly at: number;
  /** `termKey` of each of its terms, in order. */
  readonly keys: Uint32Array;
  /** Whether it was written right after the candidate before it, in the same namespace. */
  readonly follows: boolean;
}

/** Statistics of all entries. */
export interface Corpus {
  readonly entries: number;
  readonly averageTerms: number;
  /** The number of entries with this term. */
  frequency(key: number): number;
}

export interface Ranked {
  /** From 0 to 1, comparable within one answer only. */
  readonly score: number;
  /** How much of the question the entry and its neighbours cover, from 0 to 1. */
  readonly coverage: number;
}

/**
 * BM25 over fields (S. Robertson, H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, §3.6);
 * the fields are the entry and its neighbours. All numbers were tuned on the dialogues of tests/fixtures, except the
 * held-out one. Each lies in the middle of a range in which results change little.
 */
export const weights = {
  k1: 1.2,
  b: 0.2,
  /** Weights of the neighbours' text, the nearest first. */
  before: [0.35, 0.3, 0.05],
  behind: [0.3, 0.15, 0.05],
  /** An answer depends on its question more than on other neighbours. */
  question: 0.25,
  /** For each further name of a concept in the same place. */
  furtherNames: 0.2,
  speaker: 0.6,
  entity: 0.1,
  time: 0.4,
  number: 0.2,
  inTime: 0.3,
  /** For an entry that is itself a question. */
  asks: 0.65,
  feedback: 0.15,
  feedbackFrom: 3,
  feedbackTerms: 8,
  lists: { meaning: 1, words: 0.2, feedback: 0.5, spelling: 0.15, latest: 0.5 },
} as const;

/** A memory of fewer entries cannot tell a rare word from one that it has not met yet: it is taken for one of so many. */
const FEW = 50;

/** What a term is worth that so many of the entries have. */
export function rarityOf(frequency: number, entries: number): number {
  const all = Math.max(entries, FEW);
  const often = Math.min(frequency, all);
  return Math.log(1 + (all - often + 0.5) / (often + 0.5));
}

const HOURS = 60 * 60 * 1000;
/** Entries written further apart belong to different conversations. */
const maxGapMs = 6 * HOURS;

/** A score for each candidate, by index. Candidates come in the order of their namespaces. Deterministic. */
export function ranked(
  question: Question,
  candidates: readonly Candidate[],
  corpus: Corpus,
): readonly Ranked[] {
  const field = new Field(candidates, corpus);
  const meant = question.concepts.map(({ variants }) => keyed(variants));
  const said = question.concepts.map(({ term }) => new Map([[termKey(term), 1]]));
  const traits = traitsOf(question, candidates);
  const weighed = (scores: Float64Array): Float64Array =>
    scores.map((score, index) => score * (traits[index] ?? 1));

  const meaning = field.scores(meant);
  const words = field.scores(said);
  const again = field.scores(fedBack(candidates, weighed(meaning), meant, field));
  const share = (weights.feedback * mostOf(meaning)) / (mostOf(again) || 1);
  const feedback = meaning.map((score, index) => score + share * (again[index] ?? 0));
  const { lists } = weights;
  const rankings: readonly Ranking[] = [
    { weight: lists.meaning, scores: weighed(meaning) },
    { weight: lists.words, scores: weighed(words) },
    { weight: lists.feedback, scores: weighed(feedback) },
    { weight: lists.spelling, scores: weighed(spelling(question, candidates, meaning)) },
    ...(question.latest ? [{ weight: lists.latest, scores: recency(candidates, meaning) }] : []),
  ];
  const sums = fused(rankings, candidates.length);
  const most = rankings.reduce((sum, { weight }) => sum + weight / (K + 1), 0);
  const full = field.best(meant);
  return candidates.map((_, index) => ({
    score: (sums[index] ?? 0) / most,
    coverage: full === 0 ? 0 : Math.min(1, (meaning[index] ?? 0) / full),
  }));
}

const mostOf = (scores: Float64Array): number => scores.reduce((most, score) => Math.max(most, score), 0);

/** The names of a concept, by their keys, with their weights; the first is its own. */
type Names = ReadonlyMap<number, number>;

const keyed = (names: ReadonlyMap<string, number>): Names =>
  new Map([...names].map(([term, weight]) => [termKey(term), weight]));

interface Occurrences {
  readonly rows: number[];
  readonly counts: number[];
}

/** The candidates as the fields of BM25: each with its neighbours of the same conversation. */
class Field {
  readonly #candidates: readonly Candidate[];
  readonly #corpus: Corpus;
  /** Neighbours of one conversation have the same number. */
  readonly #talks: Uint32Array;
  readonly #lengths: Float64Array;
  readonly #questions: readonly boolean[];
  readonly #found = new Map<number, Occurrences>();

  constructor(candidates: readonly Candidate[], corpus: Corpus) {
    this.#candidates = candidates;
    this.#corpus = corpus;
    this.#talks = new Uint32Array(candidates.length);
    this.#lengths = new Float64Array(candidates.length);
    this.#questions = candidates.map(({ text }) => isQuestion(text));
    const average = Math.max(1, corpus.averageTerms);
    candidates.forEach(({ keys, follows, at }, index) => {
      const near = follows && Math.abs(at - (candidates[index - 1]?.at ?? 0)) < maxGapMs;
      this.#talks[index] = (this.#talks[index - 1] ?? 0) + (near ? 0 : 1);
      this.#lengths[index] = 1 - weights.b + (weights.b * keys.length) / average;
    });
  }

  /** The scores of the candidates for all concepts together, from their own text and their neighbours'. */
  scores(concepts: readonly Names[]): Float64Array {
    this.#look(concepts.flatMap((names) => [...names.keys()]));
    const count = this.#candidates.length;
    const total = new Float64Array(count);
    const { k1, furtherNames } = weights;
    for (const names of concepts) {
      const [first, rest] = [new Float64Array(count), new Float64Array(count)];
      for (const [key, weight] of names) {
        const worth = weight * this.rarity(key) * (k1 + 1);
        const said = this.#saidAround(key);
        if (!said) continue;
        for (let index = 0; index < count; index++) {
          const often = said[index] ?? 0;
          if (often === 0) continue;
          const score = (worth * often) / (k1 + often);
          const most = first[index] ?? 0;
          first[index] = Math.max(most, score);
          rest[index] = (rest[index] ?? 0) + Math.min(most, score);
        }
      }
      for (let index = 0; index < count; index++)
        total[index] = (total[index] ?? 0) + (first[index] ?? 0) + furtherNames * (rest[index] ?? 0);
    }
    return total;
  }

  /** The score of a text that contains each concept once. */
  best(concepts: readonly Names[]): number {
    return concepts.reduce((sum, names) => {
      const [own = 0] = names.keys();
      return sum + this.rarity(own);
    }, 0);
  }

  rarity(key: number): number {
    return rarityOf(this.#corpus.frequency(key), this.#corpus.entries);
  }

  /** Finds the positions of these keys, in one pass for all new ones. */
  #look(keys: readonly number[]): void {
    const wanted = new Map<number, Occurrences>();
    for (const key of keys) if (!this.#found.has(key)) wanted.set(key, { rows: [], counts: [] });
    if (wanted.size === 0) return;
    this.#candidates.forEach((candidate, row) => {
      for (const key of candidate.keys) {
        const at = wanted.get(key);
        if (!at) continue;
        const last = at.rows.length - 1;
        if (at.rows[last] === row) at.counts[last] = (at.counts[last] ?? 0) + 1;
        else {
          at.rows.push(row);
          at.counts.push(1);
        }
      }
    });
    for (const [key, at] of wanted) this.#found.set(key, at);
  }

  /** How often the term occurs in each candidate and, with less weight, around it; null if it occurs nowhere. */
  #saidAround(key: number): Float64Array | null {
    const at = this.#found.get(key);
    if (!at || at.rows.length === 0) return null;
    const said = new Float64Array(this.#candidates.length);
    const add = (row: number, from: number, value: number): void => {
      if (this.#talks[row] === this.#talks[from]) said[row] = (said[row] ?? 0) + value;
    };
    at.rows.forEach((row, index) => {
      const value = (at.counts[index] ?? 0) / (this.#lengths[row] ?? 1);
      add(row, row, value);
      weights.before.forEach((weight, distance) => {
        const more = distance === 0 && this.#questions[row] ? weights.question : 0;
        add(row + distance + 1, row, value * (weight + more));
      });
      weights.behind.forEach((weight, distance) => add(row - distance - 1, row, value * weight));
    });
    return said;
  }
}

const isQuestion = (text: string): boolean => /[?？][\s"'”’)]{0,3}$/u.test(text.slice(-4));

/** Factors for traits of the candidates that their terms do not show. */
function traitsOf(question: Question, candidates: readonly Candidate[]): readonly number[] {
  const asked = new Set(question.words);
  const names = new Set([...question.entities].map((name) => termKey(termOf(name))));
  return candidates.map(({ text, at, keys }) => {
    let more = 1;
    const { speaker, said } = spokenLine(text);
    if (speaker !== null && speaker.split(' ').some((name) => asked.has(name))) more += weights.speaker;
    const { wanted, time, entities } = question;
    // Extracting names is slow, so only do it where there may be one.
    if (keys.some((key) => names.has(key)) || (entities.size > 0 && /[#@]/u.test(text))) {
      const named = entitiesOf(text, (name) => entities.has(name));
      let shared = 0;
      for (const name of entities) if (named.has(name)) shared += 1;
      more += weights.entity * Math.min(shared, 2);
    }
    if ((wanted === 'time' || wanted === 'both') && tellsTime(said)) more += weights.time;
    if ((wanted === 'number' || wanted === 'both') && tellsNumber(said)) more += weights.number;
    if (time && at >= time.from && at < time.to) more += weights.inTime;
    return isQuestion(text) ? more * weights.asks : more;
  });
}

/**
 * Adds the terms of the first answers to the question: pseudo-relevance feedback (V. Lavrenko, W. B. Croft,
 * "Relevance-Based Language Models", SIGIR 2001).
 */
function fedBack(
  candidates: readonly Candidate[],
  scores: Float64Array,
  asked: readonly Names[],
  field: Field,
): readonly Names[] {
  const known = new Set(asked.flatMap((names) => [...names.keys()]));
  const worth = new Map<number, number>();
  for (const index of firstOf(scores, weights.feedbackFrom))
    for (const key of new Set(candidates[index]?.keys))
      if (!known.has(key)) worth.set(key, (worth.get(key) ?? 0) + (scores[index] ?? 0) * field.rarity(key));
  const terms = [...worth].toSorted(([a, x], [b, y]) => y - x || a - b).slice(0, weights.feedbackTerms);
  const most = terms[0]?.[1] ?? 1;
  return terms.map(([key, value]) => new Map([[key, value / most]]));
}

/** The indexes of the best scores, best first; equal ones in their order. */
function firstOf(scores: Float64Array, count: number): readonly number[] {
  return [...scores.keys()]
    .filter((index) => (scores[index] ?? 0) > 0)
    .toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .slice(0, count);
}

/** How many of the best are compared by characters, the slowest step. */
const maxCompared = 40;

function spelling(question: Question, candidates: readonly Candidate[], scores: Float64Array): Float64Array {
  const asked = gramsOf(question.words);
  const result = new Float64Array(candidates.length);
  for (const index of firstOf(scores, maxCompared)) {
    const words = wordsOf((candidates[index]?.text ?? '').slice(0, 2_000));
    result[index] = likeness(asked, gramsOf(words.filter((word) => !asking.has(word) && !isSilent(word))));
  }
  return result;
}

/** Newest first, among those with any relation to the question. */
const recency = (candidates: readonly Candidate[], scores: Float64Array): Float64Array =>
  scores.map((score, index) => (score > 0 ? (candidates[index]?.at ?? 0) : 0));
