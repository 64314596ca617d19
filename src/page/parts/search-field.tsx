import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Field } from './field.tsx';

/** After the last key. */
const TYPED_MS = 250;

/** A field that searches while it is typed into. */
export function SearchField({
  label,
  value,
  hint = '',
  onInput,
  onSearch,
}: {
  label: string;
  value: string;
  hint?: string;
  onInput: (text: string) => void;
  /** Once no key was pressed for a moment. */
  onSearch: () => void;
}): VNode {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Field
      label={label}
      type="search"
      value={value}
      hint={hint}
      onInput={(text) => {
        onInput(text);
        clearTimeout(timer.current);
        timer.current = setTimeout(onSearch, TYPED_MS);
      }}
    />
  );
}
