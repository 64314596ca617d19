import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { showThread } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { timelineWords as said } from '#words/timeline.ts';
import { EngineText } from '../parts/engine-text.tsx';

/** Makes a thread that ends after this message, and opens it. */
export function ForkButton({
  threadId,
  throughSeq,
  label,
}: {
  threadId: string;
  throughSeq: number;
  label: string;
}): VNode {
  const wrong = useSignal('');
  const fork = async () => {
    try {
      const made = await engine['threads.fork']({ params: { id: threadId }, body: { throughSeq } });
      showThread(made.threadId);
    } catch (error) {
      wrong.value = told(error);
    }
  };
  return (
    <div class="row">
      <button type="button" title={said.forkHint} onClick={() => void fork()}>
        {label}
      </button>
      <p class="bad" role="alert">
        <EngineText text={wrong.value} />
      </p>
    </div>
  );
}
