import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { EngineText } from './engine-text.tsx';

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
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        dir="auto"
        id={id}
        rows={3}
        value={value}
        aria-invalid={wrong === '' ? undefined : true}
        aria-describedby={`${id}-wrong ${id}-hint`}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <p class="bad" id={`${id}-wrong`}>
        <EngineText text={wrong} />
      </p>
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
