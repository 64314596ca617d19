import { committedInPieces } from '../../kernel/committed-in-pieces.ts';
import type { MergeId } from '../../kernel/ids.ts';
import type { OneAtATime } from '../../kernel/one-at-a-time.ts';
import type { Durability, Journal } from '../../ports/journal.ts';
import type { MergeLinksChange, MergeRowsChange, Move, MovedDataRows, MovedRows } from './store.ts';

export interface MovingDeps {
  readonly journal: Journal<MergeRowsChange | MergeLinksChange>;
  /** Rows of datastore.db. */
  readonly rows: MovedDataRows;
  /** The turns of those who write such rows: a row that was resolved before a merge is there before it follows. */
  readonly rowTurns: OneAtATime<'collections'>;
  /** Links of conversations, in history.db. */
  readonly links: MovedRows;
  /** Rows of each kind that one transaction moves. */
  readonly movedAtOnce: number;
}

/** Moves rows and links in pieces, as one entity may have very many. Repeatable, also after a crash. */
export class Moving {
  readonly #deps: MovingDeps;

  constructor(deps: MovingDeps) {
    this.#deps = deps;
  }

  async rowsFollow(move: Move): Promise<void> {
    const { rows, movedAtOnce } = this.#deps;
    await committedInPieces(
      movedAtOnce,
      (most) => rows.hasMoreToFollow(move, most),
      (piece, durability) => this.#rows({ change: 'rows.follow', ...move, ...piece }, durability),
    );
  }

  async rowsReturn(move: Move): Promise<void> {
    const { rows, movedAtOnce } = this.#deps;
    await committedInPieces(
      movedAtOnce,
      (most) => rows.hasMoreMoved(move.mergeId, most),
      (piece, durability) => this.#rows({ change: 'rows.return', ...move, ...piece }, durability),
    );
  }

  async linksFollow(move: Move): Promise<void> {
    const { links, journal, movedAtOnce } = this.#deps;
    await committedInPieces(
      movedAtOnce,
      (most) => links.hasMoreToFollow(move, most),
      (piece, durability) => journal.commit([{ change: 'links.follow', ...move, ...piece }], durability),
    );
  }

  async linksReturn(move: Move): Promise<void> {
    const { links, journal, movedAtOnce } = this.#deps;
    await committedInPieces(
      movedAtOnce,
      (most) => links.hasMoreMoved(move.mergeId, most),
      (piece, durability) => journal.commit([{ change: 'links.return', ...move, ...piece }], durability),
    );
  }

  /** Forgets what a merge moved, in both stores: it stays where it is. */
  async stay(mergeId: MergeId): Promise<void> {
    const { rows, links, journal, movedAtOnce } = this.#deps;
    await committedInPieces(
      movedAtOnce,
      (most) => rows.hasMoreMoved(mergeId, most),
      (piece, durability) => journal.commit([{ change: 'rows.stay', mergeId, ...piece }], durability),
    );
    await committedInPieces(
      movedAtOnce,
      (most) => links.hasMoreMoved(mergeId, most),
      (piece, durability) => journal.commit([{ change: 'links.stay', mergeId, ...piece }], durability),
    );
  }

  async #rows(change: MergeRowsChange, durability?: Durability): Promise<void> {
    const { journal, rowTurns } = this.#deps;
    await rowTurns.run('collections', () => journal.commit([change], durability));
  }
}
