import type { VNode } from 'preact';
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { partWords } from '#words/parts.ts';
import { EngineText } from './engine-text.tsx';

/** More than any field of the engine takes: a browser would stand still while it draws it. */
const MOST_PASTED = 200_000;

/** A labelled field for several lines; it grows with what is typed. */
export function TextField({
  label,
  value,
  onInput,
  hint = '',
  wrong = '',
}: {
  label: string;
  value: string;
  onInput: (text: string) => void;
  hint?: string;
  wrong?: string;
}): VNode {
  const id = useId();
  const isTooLong = useSignal(false);
  const shown = isTooLong.value ? partWords.tooLong : wrong;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        dir="auto"
        id={id}
        rows={3}
        value={value}
        aria-invalid={shown === '' ? undefined : true}
        aria-describedby={`${id}-wrong ${id}-hint`}
        onInput={({ currentTarget }) => {
          isTooLong.value = false;
          onInput(currentTarget.value);
        }}
        onPaste={(event) => {
          isTooLong.value = (event.clipboardData?.getData('text/plain').length ?? 0) > MOST_PASTED;
          if (isTooLong.value) event.preventDefault();
        }}
      />
      <p class="bad" id={`${id}-wrong`}>
        <EngineText text={shown} />
      </p>
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
