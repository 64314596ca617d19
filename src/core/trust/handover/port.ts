import type { Says } from '../../kernel/says.ts';
import type { PersonId, ThreadId } from '../../kernel/ids.ts';
import type { HandoverKind } from './model.ts';
import type { HandoverChange } from './store.ts';

/** What one person is told by a notice. With `of`, that is the notice of an offer, which goes with it. */
export interface ToldOf {
  readonly whom: PersonId;
  readonly title: Says;
  readonly text: Says;
  readonly of?: string;
}

/** Commits as `Journal`, and with it what people are told of it; notices of the offers in `over` go. @throws as `Journal.commit` */
export interface HandoverJournal {
  commit(changes: readonly HandoverChange[], told: readonly ToldOf[], over: readonly string[]): Promise<void>;
}

/** What is about to go, while nothing can begin in it. */
export interface Going {
  /** Its conversation, which goes with it; null without one. */
  readonly threadId: ThreadId | null;
}

/** The things of one kind, in the feature that has them. */
export interface Handable {
  /** One of this person's, by its id or, where that is usual, the beginning of it. @throws Refusal of the feature, where there is none */
  meant(person: PersonId, text: string): Promise<{ readonly id: string; readonly title: string }>;
  /**
   * Calls `work` while nothing of it is at work and nothing can begin.
   * @throws Refusal of the feature: it is not there, it runs, or has changes that nobody has reviewed
   */
  whileIdle<Result>(person: PersonId, id: string, work: (going: Going) => Promise<Result>): Promise<Result>;
}

/** A kind without its things does not compile. */
export type AllHandable = Readonly<Record<HandoverKind, Handable>>;

/** Files that were sent, which go along. */
export interface FilesAlong {
  /**
   * Gives one person copies of these files of another.
   * @returns their new paths, without those that are not there any more, and what removes the copies again
   */
  copied(
    paths: readonly string[],
    from: PersonId,
    to: PersonId,
  ): Promise<{ readonly files: Readonly<Record<string, string>>; readonly undo: () => Promise<void> }>;
}
