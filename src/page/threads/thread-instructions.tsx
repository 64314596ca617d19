import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { engine, type Thread } from '../engine/client.ts';
import { InstructionsForm } from '../parts/instructions-form.tsx';
import { Problem } from '../parts/problem.tsx';
import { useReading } from '../parts/use-reading.ts';
import { visible } from '../parts/visible.ts';
import { appWords } from '#words/app.ts';
import { threadWords } from '#words/threads.ts';
import { useModal } from '../parts/use-modal.ts';

const said = threadWords;

/** What its owner wants of the agent in one conversation. */
export function ThreadInstructions({ thread, onClose }: { thread: Thread; onClose: () => void }): VNode {
  const { modal, close } = useModal(onClose);
  const found = useSignal<string | null>(null);
  const params = { id: thread.threadId };
  const { wrong, act } = useReading(async () => {
    found.value = (await engine['threads.get']({ params })).instructions ?? '';
    return '';
  });
  const leave = { label: said.close, onLeave: close };
  const title = visible(said.instructionsOf(thread.title));
  return (
    <dialog {...modal} aria-label={title}>
      {found.value === null ? (
        <>
          <Problem text={wrong.value} onAgain={() => void act(async () => undefined)} />
          <p role="status">{wrong.value === '' ? appWords.loading : ''}</p>
          <button type="button" onClick={leave.onLeave}>
            {leave.label}
          </button>
        </>
      ) : (
        <InstructionsForm
          name={thread.threadId}
          label={title}
          hint={said.instructionsHint}
          saved={found.value}
          leave={leave}
          onSave={async (instructions) =>
            (await engine['threads.set']({ params, body: { instructions } })).instructions ?? ''
          }
        />
      )}
    </dialog>
  );
}
