import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { EngineText } from './engine-text.tsx';

/** A labelled list to choose one from. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onChoose,
  hint = '',
  wrong = '',
  isDisabled = false,
}: {
  label: string;
  value: Value;
  /** Each value with its words, in this order. */
  options: Readonly<Record<Value, string>>;
  onChoose: (value: Value) => void;
  hint?: string;
  wrong?: string;
  isDisabled?: boolean;
}): VNode {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={isDisabled}
        aria-invalid={wrong === '' ? undefined : true}
        aria-describedby={`${id}-wrong ${id}-hint`}
        onChange={({ currentTarget }) => onChoose(currentTarget.value as Value)}
      >
        {Object.entries<string>(options).map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
      <p class="bad" id={`${id}-wrong`}>
        <EngineText text={wrong} />
      </p>
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
