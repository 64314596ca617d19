import type { Topic } from './model.ts';

/** A question with all names of its subjects. */
export interface Understood extends Topic {
  /** For each subject, the terms for it and for what means nearly the same. */
  readonly alike: readonly (readonly number[])[];
}

/** What a question is about, found as the search in memory finds it: without a model or a network. Any text is valid. */
export type TopicOf = (question: string) => Understood;
