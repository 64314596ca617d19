import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { engine, type Thread } from '../engine/client.ts';
import { Problem } from '../parts/problem.tsx';
import { ToolSwitches, type Costs, type Switches } from '../parts/tool-switches.tsx';
import { useModal } from '../parts/use-modal.ts';
import { useReading } from '../parts/use-reading.ts';
import { visible } from '../parts/visible.ts';
import { appWords } from '#words/app.ts';
import { threadWords } from '#words/threads.ts';

const said = threadWords;

/** The tools of one conversation: each change is saved at once, for its next message. */
export default function ThreadTools({ thread, onClose }: { thread: Thread; onClose: () => void }): VNode {
  const { modal, close } = useModal(onClose);
  const found = useSignal<Costs | null>(null);
  const params = { id: thread.threadId };
  const { wrong, act } = useReading(async () => {
    found.value = await engine['threads.tools']({ params });
    return '';
  });
  const title = visible(said.toolsOf(thread.title));
  return (
    <dialog {...modal} aria-label={title}>
      <h3 dir="auto">{title}</h3>
      <Problem text={wrong.value} onAgain={() => void act(async () => undefined)} />
      {found.value === null ? (
        <p role="status">{wrong.value === '' ? appWords.loading : ''}</p>
      ) : (
        <ToolSwitches
          costs={found.value}
          chosen={chosenIn(found.value)}
          onChoose={(name, isOn) =>
            void act(() => engine['threads.set']({ params, body: { tools: { [name]: isOn } } }))
          }
        />
      )}
      <div class="row">
        <button type="button" onClick={close}>
          {said.close}
        </button>
      </div>
    </dialog>
  );
}

const chosenIn = ({ switches }: Costs): Switches =>
  Object.fromEntries(
    switches.flatMap(({ name, state }) =>
      state === 'on' || state === 'off' ? [[name, state === 'on']] : [],
    ),
  );
