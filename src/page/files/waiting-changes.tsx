import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { placeOfThread } from '../app/place.ts';
import { engine, type Answer } from '../engine/client.ts';
import { DiffView } from '../review/diff-view.tsx';
import '../review/review.css';
import { fileWords as said } from '#words/files.ts';
import { reviewWords } from '#words/review.ts';

type Changed = Answer<'threads.changeset'>['files'][number];

/** What the agent changed in this file and what waits for review, with the way to the conversation that decides it. */
export function WaitingChanges({ path, threadId }: { path: string; threadId: string }): VNode | null {
  const changed = useSignal<Changed | null>(null);
  useEffect(() => {
    const left = new AbortController();
    engine['threads.changeset']({ params: { id: threadId }, signal: left.signal })
      .then(({ files }) => (changed.value = files.find((file) => file.path === path) ?? null))
      // The conversation says what is wrong with it.
      .catch(() => undefined);
    return () => left.abort();
  }, [path, threadId]);
  const file = changed.value;
  if (file === null) return null;
  return (
    <details class="notice" open>
      <summary>{said.waits}</summary>
      {file.diff === '' ? null : (
        <DiffView diff={file.diff} label={reviewWords.diffOf(path)} hasOldSide={file.status !== 'added'} />
      )}
      <p>
        <a href={placeOfThread(threadId)}>{said.review}</a>
      </p>
    </details>
  );
}
