import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { partWords } from '#words/parts.ts';

/** Copies `text()`, and says for a moment whether that worked. */
export function CopyButton({ text, label }: { text: () => string; label: string }): VNode {
  const [said, setSaid] = useState<string | null>(null);
  const copy = async () => {
    const done = await navigator.clipboard.writeText(text()).then(
      () => partWords.copied,
      () => partWords.notCopied,
    );
    setSaid(done);
    setTimeout(() => setSaid(null), 2_000);
  };
  return (
    <button type="button" class="quiet" aria-label={said ?? label} onClick={() => void copy()}>
      {said ?? partWords.copy}
    </button>
  );
}
