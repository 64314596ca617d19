import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { visible } from '../../parts/visible.ts';
import { conversationWords } from '#words/conversation.ts';
import type { MathToken } from './math.ts';

/** Loaded with the first formula of a visit; from then on a formula is drawn at once. */
const draw = signal<((tex: string, isDisplay: boolean) => VNode | null) | null>(null);
let loading: Promise<unknown> | undefined;

async function load(): Promise<void> {
  const [{ mathml }] = await Promise.all([import('./mathml.ts'), import('./mathml.css')]);
  draw.value = mathml;
}

/** A formula as MathML; one with an error, or that would take long, as it was typed. */
export function Formula({ formula: { raw, text, isDisplay } }: { formula: MathToken }): VNode {
  const drawing = draw.value;
  const drawn = useMemo(() => drawing?.(text, isDisplay) ?? null, [drawing, text, isDisplay]);
  useEffect(() => {
    // What is shown instead can be read; the next formula tries again.
    loading ??= load().catch(() => (loading = undefined));
  }, []);
  if (!drawn) return <code class="formula-source">{visible(raw.trim())}</code>;
  if (!isDisplay) return drawn;
  return (
    // A wide formula scrolls on its own, also by keyboard.
    <span class="formula" tabIndex={0} role="group" aria-label={conversationWords.formula}>
      {drawn}
    </span>
  );
}
