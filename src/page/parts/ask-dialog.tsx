import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { threadWords } from '#words/threads.ts';
import { visible } from './visible.ts';
import { useModal } from './use-modal.ts';

/** Asks before something that cannot be undone, and says what goes and what stays. */
export function AskDialog({
  question,
  says,
  label,
  onSure,
  onClose,
}: {
  question: string;
  says: readonly string[];
  /** Of the button that does it. */
  label: string;
  onSure: () => void;
  onClose: () => void;
}): VNode {
  const { modal, close } = useModal(onClose);
  const id = useId();
  const ids = says.map((_, nth) => `${id}-${nth}`);
  return (
    <dialog {...modal} aria-label={visible(question)} aria-describedby={ids.join(' ')}>
      <h3 dir="auto">{visible(question)}</h3>
      {says.map((one, nth) => (
        <p key={one} id={ids[nth]}>
          {one}
        </p>
      ))}
      <div class="row">
        <button
          type="button"
          class="bad"
          onClick={() => {
            close();
            onSure();
          }}
        >
          {label}
        </button>
        <button type="button" onClick={close}>
          {threadWords.cancel}
        </button>
      </div>
    </dialog>
  );
}
