import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { visible } from './visible.ts';

/** A button that asks once more in its own place, for what cannot be undone. Leaving it takes the question back. */
export function ConfirmButton({
  label,
  name,
  question,
  isQuiet = true,
  onSure,
}: {
  label: string;
  /** For a screen reader, with what it is about. */
  name: string;
  question: string;
  isQuiet?: boolean;
  onSure: () => void;
}): VNode {
  const isAsking = useSignal(false);
  return (
    <button
      type="button"
      class={`${isQuiet ? 'quiet' : ''} ${isAsking.value ? 'bad' : ''}`.trim()}
      aria-label={visible(isAsking.value ? question : name)}
      onBlur={() => (isAsking.value = false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') isAsking.value = false;
      }}
      onClick={() => {
        if (isAsking.value) onSure();
        isAsking.value = !isAsking.value;
      }}
    >
      {isAsking.value ? visible(question) : label}
    </button>
  );
}
