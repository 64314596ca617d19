import type { PersonId, RunId } from '../../kernel/ids.ts';

/** What a piece of work does. */
export type EffectInFlight = 'run_agent' | 'run_workflow' | 'backup' | 'notify';

/** Something that works in the background now. */
export interface Piece {
  readonly of: 'task' | 'trigger' | 'workflow';
  /** The id of the task, the trigger or the run of the workflow. */
  readonly id: string;
  /** Null for what is not done by a run, like a backup. */
  readonly runId: RunId | null;
  /** Runs that are parts of it, besides `runId`; absent: none. */
  readonly parts?: () => readonly RunId[];
  readonly title: string;
  readonly effect: EffectInFlight;
  readonly startedAt: number;
  /** Who started it, or whose trigger did. */
  readonly personId: PersonId;
  /**
   * Asks it to end; may be called repeatedly. Resolves when that is on disk, where a restart must not lose it. Null for what
   * has no point to stop at.
   */
  readonly stop: (() => void | Promise<void>) | null;
}

/**
 * What tasks and triggers have in progress in this process: the one place where a stop finds what it ends. A task or a
 * trigger has one piece at a time.
 */
export class InFlight {
  readonly #pieces = new Map<string, Piece>();

  /** @returns what takes it out again, or null if this id has one already. There is no await between the two. */
  begin(piece: Piece): (() => void) | null {
    if (this.#pieces.has(piece.id)) return null;
    this.#pieces.set(piece.id, piece);
    return () => void (this.#pieces.get(piece.id) === piece && this.#pieces.delete(piece.id));
  }

  of(id: string): Piece | null {
    return this.#pieces.get(id) ?? null;
  }

  all(): readonly Piece[] {
    return [...this.#pieces.values()];
  }
}
