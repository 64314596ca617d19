/** A question of a run, with what its owner answers; null: nothing. */
export interface LateAnswer {
  readonly options: readonly string[];
  /** One of the options, or words of the owner. */
  readonly answer: string | null;
}

/**
 * The task that answers what was open when the engine stopped. No word of a question or of an option is in it: a model
 * wrote them, and all of a task counts as words of its owner. The model finds them in its last call in the conversation. ''
 * without any answer.
 */
export function lateAnswer(asked: readonly LateAnswer[]): string {
  const said = asked.flatMap(({ options, answer }, nth) => {
    const text = answer?.trim() ?? '';
    if (text === '') return [];
    const at = options.findIndex((option) => option.trim() === text);
    const words = at === -1 ? text : `option ${at + 1} of ${options.length}`;
    return [asked.length === 1 ? words : `${nth + 1}. ${words}`];
  });
  if (said.length === 0) return '';
  const which = asked.length === 1 ? 'My answer to the question' : 'My answers to the questions';
  return `${which} that you asked before the engine stopped:\n${said.join('\n')}`;
}
