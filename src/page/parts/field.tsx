import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { EngineText } from './engine-text.tsx';

/** A labelled input. What is wrong with it is told beside it and to a screen reader. */
export function Field({
  label,
  value,
  onInput,
  onFocus,
  type = 'text',
  step,
  hint = '',
  wrong = '',
  isDisabled = false,
  placeholder = '',
  offered = [],
  isNumber = false,
  isLogin = false,
}: {
  label: string;
  value?: string;
  onInput: (text: string) => void;
  onFocus?: () => void;
  type?: 'text' | 'password' | 'datetime-local' | 'time' | 'search' | 'number' | 'email';
  /** Of a number; the browser lets no other one be sent. */
  step?: 'any' | '1';
  hint?: string;
  wrong?: string;
  isDisabled?: boolean;
  placeholder?: string;
  /** Values to choose from; any other can be typed. */
  offered?: readonly string[];
  /** A phone then shows its digits. */
  isNumber?: boolean;
  /** A password manager may keep it. */
  isLogin?: boolean;
}): VNode {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        dir={type === 'text' ? 'auto' : undefined}
        type={type as 'text'}
        {...(value === undefined ? {} : { value })}
        {...(offered.length === 0 ? {} : { list: `${id}-offered` })}
        {...(step === undefined ? {} : { step })}
        {...(isNumber ? { inputmode: 'decimal' as const } : {})}
        {...(onFocus ? { onFocus } : {})}
        placeholder={placeholder}
        disabled={isDisabled}
        // Otherwise the browser fills in a saved password, or offers to save this one.
        autocomplete={isLogin ? 'current-password' : type === 'password' ? 'new-password' : 'off'}
        autocapitalize="none"
        spellcheck={false}
        aria-invalid={wrong === '' ? undefined : true}
        aria-describedby={`${id}-wrong ${id}-hint`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {offered.length === 0 ? null : (
        <datalist id={`${id}-offered`}>
          {offered.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      <p class="bad" id={`${id}-wrong`}>
        <EngineText text={wrong} />
      </p>
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
