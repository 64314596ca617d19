import { useSignal, useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { told } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { place } from '../app/place.ts';
import { visible } from '../parts/visible.ts';
import { threads } from '../threads/thread-list.ts';
import { conversationWords } from '#words/conversation.ts';
import { openQueue, queue, refreshQueue, resumeQueue, takeFromQueue } from './queue.ts';

const said = conversationWords.queue;

/** The tasks that wait for the end of the run, above the composer. It belongs to one thread: give it a key. */
export function QueueList({ threadId }: { threadId: string | null }): VNode | null {
  const wrong = useSignal('');
  useSignalEffect(() => {
    // The list of threads is told of each change of a queue.
    void threads.value;
    // One that was just deleted was left before the list is told.
    const isOpen = threadId === place.value.threadId;
    void openQueue(isOpen ? threadId : null).catch(() => undefined);
  });
  if (threadId === null) return null;
  const isRead = queue.value?.threadId === threadId;
  const { tasks, held, reason } = isRead ? queue.value! : { tasks: [], held: false, reason: null };
  if (tasks.length === 0 && wrong.value === '') return null;
  const attempt = async (work: () => Promise<void>) => {
    wrong.value = '';
    document.getElementById('task')?.focus();
    try {
      await work();
    } catch (error) {
      wrong.value = told(error);
      void refreshQueue(threadId).catch(() => undefined);
    }
  };
  return (
    <section class="queue" aria-label={said.title}>
      <div class="row">
        <h3 class="hint">{held ? visible(said.held(reason ?? '')) : said.title}</h3>
        {held ? (
          <button type="button" class="quiet" onClick={() => void attempt(() => resumeQueue(threadId))}>
            {said.resume}
          </button>
        ) : null}
      </div>
      <ol class="lines">
        {tasks.map(({ queuedTaskId, task, attachments }) => (
          <li key={queuedTaskId}>
            <span class="queued" dir="auto">
              {visible(task)}
            </span>
            {attachments.length === 0 ? null : (
              <span class="hint" title={visible(attachments.map(({ path }) => path).join('\n'))}>
                {said.files(attachments.length)}
              </span>
            )}
            <button
              type="button"
              class="quiet"
              aria-label={visible(said.remove(task.slice(0, 40)))}
              onClick={() => void attempt(() => takeFromQueue(threadId, queuedTaskId))}
            >
              {said.removeShort}
            </button>
          </li>
        ))}
      </ol>
      <Alert text={wrong.value} />
    </section>
  );
}
