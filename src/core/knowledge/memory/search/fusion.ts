/**
 * Reciprocal rank fusion: G. V. Cormack, C. L. A. Clarke, S. Büttcher, "Reciprocal Rank Fusion outperforms Condorcet
 * and individual Rank Learning Methods", SIGIR 2009, 758–759. Each list adds weight / (K + rank) to the score of each
 * item that it ranks, so scores of different kinds need not be comparable. The paper uses K = 60 for many lists of
 * unlike systems. The lists here are few and alike: with 10, the top of the best list stays first.
 */
export const K = 10;

export interface Ranking {
  readonly weight: number;
  /** A score for each item, by its index; items with 0 are not in the list. */
  readonly scores: Float64Array;
}

/** The sum for each item. Items of equal score share a rank, so the order of the input does not matter. */
export function fused(rankings: readonly Ranking[], count: number): Float64Array {
  const sums = new Float64Array(count);
  for (const { weight, scores } of rankings) {
    const order = Array.from({ length: count }, (_, index) => index).filter(
      (index) => (scores[index] ?? 0) > 0,
    );
    order.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
    let rank = 0;
    order.forEach((item, place) => {
      if (place === 0 || scores[item] !== scores[order[place - 1] ?? 0]) rank = place + 1;
      sums[item] = (sums[item] ?? 0) + weight / (K + rank);
    });
  }
  return sums;
}
