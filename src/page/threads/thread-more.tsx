import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Thread } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { addressOfConversation } from '../engine/file-address.ts';
import { Alert } from '../parts/alert.tsx';
import { useModal } from '../parts/use-modal.ts';
import { visible } from '../parts/visible.ts';
import { threadWords } from '#words/threads.ts';
import { folders, placeThreads, readFolders } from './folders.ts';
import { threads } from './thread-list.ts';

const said = threadWords;

/** What is done less often: where a conversation lies in the list, and with which others, and a copy of it as a file. */
export function ThreadMore({ thread, onClose }: { thread: Thread; onClose: () => void }): VNode {
  const { modal, close } = useModal(onClose);
  const name = useSignal(thread.folder ?? '');
  const wrong = useSignal('');
  const chosen = useSignal<readonly Thread[]>([thread]);
  useEffect(() => {
    void readFolders().catch((error: unknown) => (wrong.value = told(error)));
  }, []);
  const place = async (
    which: readonly Thread[],
    where: { readonly pinned: boolean } | { readonly folder: string | null },
  ) => {
    wrong.value = '';
    try {
      await placeThreads(which, where);
      close();
    } catch (error) {
      wrong.value = told(error);
    }
  };
  const toggle = (one: Thread, isChosen: boolean) => {
    const others = chosen.value.filter(({ threadId }) => threadId !== one.threadId);
    chosen.value = isChosen ? [...others, one] : others;
  };
  const isPinned = thread.pinnedAt !== null;
  const title = visible(said.moreOf(thread.title));
  return (
    <dialog {...modal} aria-label={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void place(chosen.value, { folder: name.value.trim() === '' ? null : name.value });
        }}
      >
        <h3 dir="auto">{title}</h3>
        <div class="row">
          <button type="button" onClick={() => void place([thread], { pinned: !isPinned })}>
            {isPinned ? said.unpin : said.pin}
          </button>
          <a class="button" href={addressOfConversation(thread.threadId)} download>
            {said.download}
          </a>
        </div>
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
            <button type="button" onClick={() => void place(chosen.value, { folder: null })}>
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
