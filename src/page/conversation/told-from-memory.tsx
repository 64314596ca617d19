import { signal, useSignal } from '@preact/signals';
import type { ComponentType, VNode } from 'preact';
import { appWords } from '#words/app.ts';
import { conversationWords } from '#words/conversation.ts';
import type { RunModel } from './run-model.ts';

/** Loaded when it is looked at for the first time. */
const ToldToRun = signal<ComponentType<{ runId: string }> | null>(null);

/** Under a run that is over: what its model was told, read once it is opened. */
export function ToldFromMemory({ run }: { run: RunModel }): VNode | null {
  const isOpen = useSignal(false);
  const isFailed = useSignal(false);
  const id = run.runId.value;
  // Before, it is drawn anew with what is read next, and would close.
  if (id === null || !run.isWhole) return null;
  const Shown = ToldToRun.value;
  const open = async () => {
    isOpen.value = true;
    try {
      ToldToRun.value ??= (await import('../memory/told-to-run.tsx')).ToldToRun;
      isFailed.value = false;
    } catch {
      isFailed.value = true;
    }
  };
  return (
    <details
      class="told"
      onToggle={({ currentTarget }) => void (currentTarget.open ? open() : (isOpen.value = false))}
    >
      <summary>{conversationWords.toldFromMemory}</summary>
      {!isOpen.value ? null : Shown !== null ? (
        <Shown runId={id} />
      ) : (
        <p role="status">{isFailed.value ? appWords.areaFailed : appWords.loading}</p>
      )}
    </details>
  );
}
