import type { VNode } from 'preact';
import { useId } from 'preact/hooks';

/** A labelled input. What is wrong with it is told beside it and to a screen reader. */
export function Field({
  label,
  value,
  onInput,
  type = 'text',
  hint = '',
  wrong = '',
  isDisabled = false,
  placeholder = '',
}: {
  label: string;
  value?: string;
  onInput: (text: string) => void;
  type?: 'text' | 'password';
  hint?: string;
  wrong?: string;
  isDisabled?: boolean;
  placeholder?: string;
}): VNode {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type={type as 'text'}
        {...(value === undefined ? {} : { value })}
        placeholder={placeholder}
        disabled={isDisabled}
        // Otherwise the browser fills in a saved password, or offers to save this one.
        autocomplete={type === 'password' ? 'new-password' : 'off'}
        autocapitalize="none"
        spellcheck={false}
        aria-invalid={wrong === '' ? undefined : true}
        aria-describedby={`${id}-wrong ${id}-hint`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <p class="bad" id={`${id}-wrong`}>
        {wrong}
      </p>
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
