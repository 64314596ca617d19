import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { words } from '../words/words.ts';

/** Copies `text()`, and says for a moment whether that worked. */
export function CopyButton({ text, label }: { text: () => string; label: string }): VNode {
  const [said, setSaid] = useState<string | null>(null);
  const copy = async () => {
    const done = await navigator.clipboard.writeText(text()).then(
      () => words.parts.copied,
      () => words.parts.notCopied,
    );
    setSaid(done);
    setTimeout(() => setSaid(null), 2_000);
  };
  return (
    <button type="button" class="quiet" aria-label={said ?? label} onClick={() => void copy()}>
      {said ?? words.parts.copy}
    </button>
  );
}
