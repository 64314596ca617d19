import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Thread } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { addressOfConversation } from '../engine/file-address.ts';
import { Alert } from '../parts/alert.tsx';
import { Field } from '../parts/field.tsx';
import { useModal } from '../parts/use-modal.ts';
import { visible } from '../parts/visible.ts';
import { threadWords } from '#words/threads.ts';
import { folders, placeThreads, readFolders } from './folders.ts';
import { threads } from './thread-list.ts';

const said = threadWords;

/** What is done less often: the folder of a conversation, with others that go there, too, and a copy of it as a file. */
export function ThreadMore({ thread, onClose }: { thread: Thread; onClose: () => void }): VNode {
  const { modal, close } = useModal(onClose);
  const name = useSignal(thread.folder ?? '');
  const wrong = useSignal('');
  const chosen = useSignal<readonly Thread[]>([thread]);
  useEffect(() => {
    void readFolders().catch((error: unknown) => (wrong.value = told(error)));
  }, []);
  const moveTo = async (folder: string | null) => {
    wrong.value = '';
    try {
      await placeThreads(chosen.value, { folder });
      close();
    } catch (error) {
      wrong.value = told(error);
    }
  };
  const toggle = (one: Thread, isChosen: boolean) => {
    const others = chosen.value.filter(({ threadId }) => threadId !== one.threadId);
    chosen.value = isChosen ? [...others, one] : others;
  };
  const title = visible(said.moreOf(thread.title));
  return (
    <dialog {...modal} aria-label={title}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void moveTo(name.value.trim() === '' ? null : name.value);
        }}
      >
        <h3 dir="auto">{title}</h3>
        <div class="row">
          <a class="button" href={addressOfConversation(thread.threadId)} download>
            {said.download}
          </a>
        </div>
        <Field
          label={said.folder}
          value={name.value}
          hint={said.folderHint}
          offered={folders.value.map(({ folder }) => folder)}
          onInput={(text) => (name.value = text)}
        />
        <details>
          <summary>{said.moveMore}</summary>
          <ul class="lines">
            {threads.value
              .filter(({ threadId }) => threadId !== thread.threadId)
              .map((one) => (
                <li key={one.threadId}>
                  <label dir="auto">
                    <input
                      type="checkbox"
                      checked={chosen.value.some(({ threadId }) => threadId === one.threadId)}
                      onChange={(event) => toggle(one, event.currentTarget.checked)}
                    />
                    {visible(one.title)}
                  </label>
                </li>
              ))}
          </ul>
        </details>
        <Alert text={wrong.value} />
        <div class="row">
          <button class="primary">{said.move}</button>
          {thread.folder === null ? null : (
            <button type="button" onClick={() => void moveTo(null)}>
              {said.moveOut}
            </button>
          )}
          <button type="button" onClick={close}>
            {said.cancel}
          </button>
        </div>
      </form>
    </dialog>
  );
}
