import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { told } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { isKeyboardLost } from '../parts/keyboard-after.ts';
import { conversationWords } from '#words/conversation.ts';
import { conversation } from './current.ts';
import type { RunModel } from './run-model.ts';

const said = conversationWords;

/** Where the keyboard goes once that version is drawn: what was pressed is gone by then. */
let awaited: { readonly threadId: string | null; readonly seq: number; readonly step: -1 | 1 } | null = null;

/** Under a task that has several versions: which one this is, and a way to the others by mouse and by the arrow keys. */
export function VersionChoice({ run }: { run: RunModel }): VNode | null {
  const wrong = useSignal('');
  const group = useRef<HTMLDivElement>(null);
  const threadId = conversation.threadId.peek();
  const seq = run.taskSeq.value;
  const all = run.versions.value;
  const at = seq === null ? -1 : all.indexOf(seq);
  useLayoutEffect(() => {
    const element = group.current;
    // Nothing else has taken the keyboard meanwhile.
    const isAwaited = awaited?.threadId === threadId && awaited.seq === seq;
    if (awaited && isAwaited && element !== null && isKeyboardLost()) {
      element.querySelector<HTMLElement>(`[data-step="${awaited.step}"]`)?.focus();
      awaited = null;
    }
    return () => {
      const { activeElement } = document;
      // It is drawn once more, and the keyboard with it.
      if (
        awaited === null &&
        seq !== null &&
        activeElement instanceof HTMLElement &&
        element?.contains(activeElement)
      )
        awaited = { threadId, seq, step: activeElement.dataset['step'] === '-1' ? -1 : 1 };
    };
  }, [seq, at]);
  if (at === -1) return null;
  const isBusy = conversation.running.value !== null;
  const show = async (step: -1 | 1) => {
    const other = all[at + step];
    if (other === undefined || isBusy) return;
    wrong.value = '';
    awaited = { threadId, seq: other, step };
    try {
      await conversation.showVersion(other);
    } catch (error) {
      awaited = null;
      wrong.value = told(error);
    }
  };
  const button = (step: -1 | 1, sign: string, label: string) => (
    <button
      type="button"
      class="quiet"
      data-step={step}
      aria-label={label}
      aria-disabled={isBusy || all[at + step] === undefined}
      onClick={() => void show(step)}
    >
      {sign}
    </button>
  );
  return (
    <div
      class="versions"
      ref={group}
      role="group"
      aria-label={said.versions}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') void show(-1);
        if (key === 'ArrowRight') void show(1);
      }}
    >
      {button(-1, '‹', said.earlierVersion)}
      <span aria-label={said.version(at + 1, all.length)} role="img">
        {at + 1}/{all.length}
      </span>
      {button(1, '›', said.laterVersion)}
      <Alert text={wrong.value} />
    </div>
  );
}
