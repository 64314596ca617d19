import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { partWords } from '#words/parts.ts';
import { filesIn, given, useDropping, type Given } from './dropping.ts';
import { isTouch } from './touch.ts';

/** Takes one file, or several, by choice or dropped anywhere on the page. */
export function TakeFile({
  label,
  accept,
  isDisabled,
  isMany = false,
  onFile,
  onNone,
}: {
  label: string;
  /** Endings of files that the browser offers. */
  accept: string;
  isDisabled: boolean;
  isMany?: boolean;
  /** Called for each. */
  onFile: (file: Given) => void;
  /** Something else was dropped, such as a folder. */
  onNone: (why: string) => void;
}): VNode {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useDropping((data) => {
    const { files } = filesIn(data);
    if (isDisabled) return;
    if (files.length === 0) onNone(partWords.noFile);
    for (const file of files.slice(0, isMany ? undefined : 1)) onFile(file);
  });
  return (
    <div class={isOver.value ? 'row notice' : 'row'}>
      <button type="button" disabled={isDisabled} onClick={() => input.current?.click()}>
        {label}
      </button>
      {isTouch() ? null : <span class="hint">{partWords.orDrop}</span>}
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={isMany}
        hidden
        onChange={({ currentTarget }) => {
          for (const file of currentTarget.files ?? []) onFile(given(file));
          // The same file can be chosen once more.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
