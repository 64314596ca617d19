/** A piece of a change: so many rows of each kind. Absent: all that is left, and with that the change is done. */
export interface AtMost {
  readonly atMost?: number;
}

/**
 * Commits a change of very many rows in pieces, so that other work goes on in between. Each piece must be repeatable: what
 * a crash cut off is done again from the start. The last one is synced, and with it all before it.
 * @param hasMoreThan whether more rows than this are left
 */
export async function committedInPieces(
  atMost: number,
  hasMoreThan: (most: number) => Promise<boolean>,
  commit: (piece: AtMost, durability?: 'written') => Promise<void>,
): Promise<void> {
  while (await hasMoreThan(atMost)) await commit({ atMost }, 'written');
  await commit({});
}
