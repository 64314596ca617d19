import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { visible } from '../../parts/visible.ts';
import type { MarkdownText } from './drawn-markdown.tsx';

/** Its parser is a quarter of the page's script, and a first visit has no text to read: it comes before the first one. */
const Drawn = signal<((shown: MarkdownText) => VNode) | null>(null);
let loading: Promise<void> | undefined;
const isFailed = signal(false);
/** So much is shown of a text whose parser is on its way: a browser takes long to lay out more in one piece. */
const MAX_AS_TYPED = 4_000;

/** Resolves when texts are drawn as documents from the start. Where it cannot be loaded, the next call tries again. */
export async function loadMarkdown(): Promise<void> {
  loading ??= load();
  await loading.catch(() => {
    loading = undefined;
    isFailed.value = true;
  });
}

async function load(): Promise<void> {
  const [{ DrawnMarkdown }, { warmParser }] = await Promise.all([
    import('./drawn-markdown.tsx'),
    import('./warm.ts'),
  ]);
  await warmParser();
  Drawn.value = DrawnMarkdown;
}

/** Text of a model or of a stranger as a document; as it was typed until the parser is there. */
export function Markdown({ text, isOpen }: MarkdownText): VNode {
  useEffect(() => void loadMarkdown(), []);
  const Component = Drawn.value;
  if (Component) return <Component text={text} isOpen={isOpen} />;
  return (
    <div class="markdown as-typed" dir="auto" aria-busy={!isFailed.value}>
      {visible(isFailed.value ? text : text.slice(0, MAX_AS_TYPED))}
    </div>
  );
}
