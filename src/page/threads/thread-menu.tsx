import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { Icon } from '../parts/icon.tsx';
import { OverPage } from '../parts/over-page.tsx';
import { visible } from '../parts/visible.ts';
import { engine, type Thread } from '../engine/client.ts';
import { codeOf, told } from '../engine/failure.ts';
import { threadWords } from '#words/threads.ts';
import { leaveDeleted } from './deleted.ts';
import { placeThreads } from './folders.ts';
import { refreshThreads } from './thread-list.ts';
import type HandOver from '../handover/hand-over.tsx';
import { me } from '../engine/me.ts';
import type ThreadTools from './thread-tools.tsx';
import { ThreadInstructions } from './thread-instructions.tsx';
import { ThreadMore } from './thread-more.tsx';
import { useModal } from '../parts/use-modal.ts';

const said = threadWords;

/** What can be done with the open thread, behind one button. Archiving can be undone; deleting asks. */
export function ThreadMenu({ thread, onRename }: { thread: Thread; onRename: () => void }): VNode {
  const removing = useSignal<'asks' | 'has changes' | null>(null);
  const isInstructing = useSignal(false);
  const isMore = useSignal(false);
  // Loaded when they are wanted: the list is there from the start.
  const Tools = useSignal<{ readonly dialog: typeof ThreadTools } | null>(null);
  const openTools = async () => {
    Tools.value = { dialog: (await import('./thread-tools.tsx')).default };
  };
  const Handing = useSignal<{ readonly dialog: typeof HandOver } | null>(null);
  const openHanding = async () => {
    Handing.value = { dialog: (await import('../handover/hand-over.tsx')).default };
  };
  const params = { id: thread.threadId };
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const title = visible(said.actions(thread.title));

  const archive = async (archived: boolean) => {
    await engine['threads.set']({ params, body: { archived } });
    await refreshThreads();
    if (archived)
      say(said.archivedNow(thread.title), {
        label: said.undo,
        act: () => void attempt(() => archive(false)),
      });
  };
  const pin = async () => await placeThreads([thread], { pinned: thread.pinnedAt === null });
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
  const acts: readonly (readonly [label: string, act: () => void])[] = [
    [said.rename, onRename],
    [thread.pinnedAt === null ? said.pin : said.unpin, () => void attempt(pin)],
    [said.instructions, () => (isInstructing.value = true)],
    [said.tools, () => void attempt(openTools)],
    [said.more, () => (isMore.value = true)],
    // Who is alone has nobody for it.
    ...(me.value === null ? [] : [[said.handOver, () => void attempt(openHanding)] as const]),
    [thread.archived ? said.unarchive : said.archive, () => void attempt(() => archive(!thread.archived))],
    [said.remove, () => (removing.value = 'asks')],
  ];
  return (
    <div class="menu">
      <button
        ref={button}
        type="button"
        class="quiet"
        aria-label={title}
        title={said.actionsHint}
        popovertarget="thread-menu"
      >
        <Icon name="dots" />
      </button>
      <div
        ref={list}
        id="thread-menu"
        class="acts"
        popover="auto"
        role="group"
        aria-label={title}
        onBeforeToggle={() => beside(list.current, button.current)}
      >
        {acts.map(([label, act]) => (
          <button
            key={label}
            type="button"
            class="quiet"
            onClick={() => {
              // The keyboard is at the button that opened it, and goes back there from what is opened now.
              list.current?.hidePopover();
              act();
            }}
          >
            {label}
          </button>
        ))}
      </div>
      <OverPage>
        {isMore.value ? <ThreadMore thread={thread} onClose={() => (isMore.value = false)} /> : null}
        {isInstructing.value ? (
          <ThreadInstructions thread={thread} onClose={() => (isInstructing.value = false)} />
        ) : null}
        {Tools.value === null ? null : (
          <Tools.value.dialog thread={thread} onClose={() => (Tools.value = null)} />
        )}
        {Handing.value === null ? null : (
          <Handing.value.dialog
            kind="thread"
            id={thread.threadId}
            title={thread.title}
            onClose={() => (Handing.value = null)}
          />
        )}
        {removing.value === null ? null : (
          <Removal
            title={thread.title}
            hasChanges={removing.value === 'has changes'}
            onClose={() => (removing.value = null)}
            onRemove={(changes) => void attempt(() => remove(changes))}
          />
        )}
      </OverPage>
    </div>
  );
}

/** Puts what is about to be shown below the button, or above it where more room is. */
function beside(list: HTMLElement | null, button: HTMLElement | null): void {
  if (list === null || button === null) return;
  const { top, bottom, left } = button.getBoundingClientRect();
  const isBelow = bottom < innerHeight / 2;
  list.style.top = isBelow ? `${bottom}px` : 'auto';
  list.style.bottom = isBelow ? 'auto' : `${innerHeight - top}px`;
  list.style.left = `min(${left}px, 100vw - 15rem)`;
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
    <dialog {...modal} aria-label={said.remove} aria-describedby="removal-asks removal-changes">
      <p id="removal-asks">{visible(said.removeQuestion(title))}</p>
      {hasChanges ? (
        <p id="removal-changes" class="bad">
          {said.removeChanges}
        </p>
      ) : null}
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
