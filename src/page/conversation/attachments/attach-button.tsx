import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { conversationWords } from '#words/conversation.ts';
import { given, type Given } from '../../parts/dropping.ts';

const said = conversationWords.files;

/** Opens the browser's own choice of files. */
export function AttachButton({ onFiles }: { onFiles: (files: readonly Given[]) => void }): VNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        class="attach"
        aria-label={said.attach}
        title={said.attach}
        onClick={() => input.current?.click()}
      >
        <Icon name="clip" />
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onFiles(Array.from(currentTarget.files ?? [], given));
          // The same file can be chosen once more.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
