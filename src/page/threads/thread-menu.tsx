import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { say } from '../app/notices.ts';
import { visible } from '../parts/visible.ts';
import { engine, type Thread } from '../engine/client.ts';
import { codeOf, told } from '../engine/failure.ts';
import { threadWords } from '#words/threads.ts';
import { leaveDeleted } from './deleted.ts';
import { refreshThreads } from './thread-list.ts';
import type ThreadTools from './thread-tools.tsx';
import { ThreadInstructions } from './thread-instructions.tsx';
import { ThreadMore } from './thread-more.tsx';
import { useModal } from '../parts/use-modal.ts';

const said = threadWords;

/** What can be done with the open thread. Archiving can be undone; deleting asks. */
export function ThreadMenu({ thread, onRename }: { thread: Thread; onRename: () => void }): VNode {
  const removing = useSignal<'asks' | 'has changes' | null>(null);
  const isInstructing = useSignal(false);
  const isMore = useSignal(false);
  // Loaded when they are wanted: the list is there from the start.
  const Tools = useSignal<{ readonly dialog: typeof ThreadTools } | null>(null);
  const openTools = async () => {
    Tools.value = { dialog: (await import('./thread-tools.tsx')).default };
  };
  const params = { id: thread.threadId };

  const archive = async (archived: boolean) => {
    await engine['threads.set']({ params, body: { archived } });
    await refreshThreads();
    if (archived)
      say(said.archivedNow(thread.title), {
        label: said.undo,
        act: () => void attempt(() => archive(false)),
      });
  };
  const remove = async (changes?: 'keep' | 'undo') => {
    try {
      await engine['threads.delete']({ params, ...(changes ? { query: { changes } } : {}) });
    } catch (error) {
      if (codeOf(error) !== 'changes_pending') throw error;
      removing.value = 'has changes';
      return;
    }
    removing.value = null;
    leaveDeleted(thread.threadId, thread.title);
    await refreshThreads();
  };
  return (
    <div class="row" role="group" aria-label={visible(said.actions(thread.title))}>
      <button type="button" class="quiet" onClick={onRename}>
        {said.rename}
      </button>
      <button type="button" class="quiet" onClick={() => (isInstructing.value = true)}>
        {said.instructions}
      </button>
      <button type="button" class="quiet" onClick={() => void attempt(openTools)}>
        {said.tools}
      </button>
      <button type="button" class="quiet" onClick={() => void attempt(() => archive(!thread.archived))}>
        {thread.archived ? said.unarchive : said.archive}
      </button>
      <button type="button" class="quiet" onClick={() => (removing.value = 'asks')}>
        {said.remove}
      </button>
      <button type="button" class="quiet" aria-label={said.more} onClick={() => (isMore.value = true)}>
        …
      </button>
      {isMore.value ? <ThreadMore thread={thread} onClose={() => (isMore.value = false)} /> : null}
      {isInstructing.value ? (
        <ThreadInstructions thread={thread} onClose={() => (isInstructing.value = false)} />
      ) : null}
      {Tools.value === null ? null : (
        <Tools.value.dialog thread={thread} onClose={() => (Tools.value = null)} />
      )}
      {removing.value === null ? null : (
        <Removal
          title={thread.title}
          hasChanges={removing.value === 'has changes'}
          onClose={() => (removing.value = null)}
          onRemove={(changes) => void attempt(() => remove(changes))}
        />
      )}
    </div>
  );
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    say(told(error));
  }
}

function Removal({
  title,
  hasChanges,
  onClose,
  onRemove,
}: {
  title: string;
  hasChanges: boolean;
  onClose: () => void;
  onRemove: (changes?: 'keep' | 'undo') => void;
}): VNode {
  const { modal, close } = useModal(onClose);
  return (
    <dialog {...modal} aria-label={said.remove}>
      <p>{visible(said.removeQuestion(title))}</p>
      {hasChanges ? <p class="bad">{said.removeChanges}</p> : null}
      <div class="row">
        {hasChanges ? (
          <>
            <button type="button" onClick={() => onRemove('keep')}>
              {said.removeKeep}
            </button>
            <button type="button" onClick={() => onRemove('undo')}>
              {said.removeUndo}
            </button>
          </>
        ) : (
          <button type="button" class="bad" onClick={() => onRemove()}>
            {said.remove}
          </button>
        )}
        <button type="button" onClick={close}>
          {said.cancel}
        </button>
      </div>
    </dialog>
  );
}
