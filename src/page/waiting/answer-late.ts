import { lateAnswer, type LateAnswer } from '../../contract/words/late-answer.ts';
import { profileOf } from '../conversation/profiles.ts';
import { sessionOf } from '../engine/sessions.ts';
import { startRun } from '../engine/start-run.ts';
import { refreshWaiting, type LeftPrompt } from './waiting.ts';

/**
 * Answers what was open when the engine stopped, as the next task of its thread. The run is not followed from here. A
 * repeat starts nothing.
 * @throws what the engine refuses; then nothing was started
 */
export async function answerLate(
  { promptId: key, threadId }: Pick<LeftPrompt, 'promptId' | 'threadId'>,
  answers: readonly LateAnswer[],
): Promise<void> {
  const reading = new AbortController();
  const { signal } = reading;
  const profile = profileOf(threadId);
  const body = { task: lateAnswer(answers), ...(profile === null ? {} : { profile }) };
  await startRun(await sessionOf(threadId, signal), { body, key, signal });
  // It takes no task back: only its events are not read.
  reading.abort();
  await refreshWaiting();
}
