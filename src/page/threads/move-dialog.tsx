import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Thread } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { visible } from '../parts/visible.ts';
import { threadWords } from '#words/threads.ts';
import { folders, placeThreads, readFolders } from './folders.ts';
import { threads } from './thread-list.ts';

const said = threadWords;

/** Moves a conversation, and those that are chosen with it, into a folder that is there or a new one. */
export function MoveDialog({ thread, onClose }: { thread: Thread; onClose: () => void }): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const name = useSignal(thread.folder ?? '');
  const wrong = useSignal('');
  const chosen = useSignal<readonly Thread[]>([thread]);
  useEffect(() => {
    dialog.current?.showModal();
    void readFolders().catch((error: unknown) => (wrong.value = told(error)));
  }, []);
  const move = async (folder: string | null) => {
    wrong.value = '';
    try {
      await placeThreads(chosen.value, { folder });
      dialog.current?.close();
    } catch (error) {
      wrong.value = told(error);
    }
  };
  const toggle = (one: Thread, isChosen: boolean) => {
    const others = chosen.value.filter(({ threadId }) => threadId !== one.threadId);
    chosen.value = isChosen ? [...others, one] : others;
  };
  const title = visible(said.moveOf(thread.title));
  return (
    <dialog ref={dialog} onClose={onClose} aria-label={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void move(name.value.trim() === '' ? null : name.value);
        }}
      >
        <h3 dir="auto">{title}</h3>
        <label>
          {said.folder}
          <input
            dir="auto"
            value={name.value}
            maxLength={60}
            list="folders-there"
            placeholder={said.folderHint}
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
        </label>
        <datalist id="folders-there">
          {folders.value.map(({ folder }) => (
            <option key={folder} value={folder} />
          ))}
        </datalist>
        <details>
          <summary>{said.moveMore}</summary>
          <ul class="choosing">
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
            <button type="button" onClick={() => void move(null)}>
              {said.moveOut}
            </button>
          )}
          <button type="button" onClick={() => dialog.current?.close()}>
            {said.cancel}
          </button>
        </div>
      </form>
    </dialog>
  );
}
