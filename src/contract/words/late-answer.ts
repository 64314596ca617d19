/** A question of a run, with what its owner answers; null: nothing. */
export interface LateAnswer {
  readonly question: string;
  readonly answer: string | null;
}

/**
 * The task that answers what was open when the engine stopped: what was asked, and the answer. The model may have been
 * told since that nobody answers, so that an answer alone says nothing to it. '' without any answer.
 */
export const lateAnswer = (asked: readonly LateAnswer[]): string =>
  asked
    .filter(({ answer }) => answer !== null && answer.trim() !== '')
    .map(({ question, answer }) => `You asked before the engine stopped: ${question}\nMy answer: ${answer}`)
    .join('\n\n');
