import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { lateAnswer } from '../../contract/words/late-answer.ts';
import { told } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { visible } from '../parts/visible.ts';
import { conversationWords } from '#words/conversation.ts';
import { conversation } from './current.ts';
import { profileOf } from './profiles.ts';
import type { RunModel } from './run-model.ts';

const said = conversationWords;

/** Under the last run: what it asked when the engine stopped. The answer is the next task of the conversation. */
export function LeftQuestion({ run }: { run: RunModel }): VNode | null {
  const wrong = useSignal('');
  const left = run.leftQuestion;
  if (left === null || conversation.running.value !== null || conversation.runs.value.at(-1) !== run)
    return null;
  const answer = async (option: string) => {
    wrong.value = '';
    const task = lateAnswer([{ options: left.options, answer: option }]);
    const profile = profileOf(conversation.threadId.value);
    await conversation
      .send({ task, profile, files: [] })
      .catch((error: unknown) => (wrong.value = told(error)));
  };
  return (
    <section class="card question left-question">
      <p class="hint">{said.leftQuestion}</p>
      {left.questions.map((question) => (
        <p key={question} dir="auto">
          {visible(question)}
        </p>
      ))}
      <div class="row choices">
        {left.options.map((option) => (
          <button type="button" key={option} dir="auto" onClick={() => void answer(option)}>
            {visible(option)}
          </button>
        ))}
      </div>
      <Alert text={wrong.value} />
    </section>
  );
}
