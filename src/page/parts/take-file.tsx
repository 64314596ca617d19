import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { partWords } from '#words/parts.ts';
import { filesIn, given, useDropping, type Given } from './dropping.ts';

/** Takes one file, by choice or dropped anywhere on the page. */
export function TakeFile({
  label,
  accept,
  isDisabled,
  onFile,
  onNone,
}: {
  label: string;
  /** Endings of files that the browser offers. */
  accept: string;
  isDisabled: boolean;
  onFile: (file: Given) => void;
  /** Something else was dropped, such as a folder. */
  onNone: (why: string) => void;
}): VNode {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useDropping((data) => {
    const [file] = filesIn(data).files;
    if (isDisabled) return;
    if (file === undefined) onNone(partWords.noFile);
    else onFile(file);
  });
  return (
    <div class={isOver.value ? 'row notice' : 'row'}>
      <button type="button" disabled={isDisabled} onClick={() => input.current?.click()}>
        {label}
      </button>
      <span class="hint">{partWords.orDrop}</span>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFile(given(file));
          // The same file can be chosen once more.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
