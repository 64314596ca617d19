import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { partWords } from '#words/parts.ts';
import { visible } from './visible.ts';

/** Characters and lines that are shown at first. */
const CHARS = 600;
const LINES = 8;

/** A text that may be long: its beginning, and all of it once it is asked for. */
export function LongText({ text }: { text: string }): VNode {
  const isAll = useSignal(false);
  const lines = text.split('\n').slice(0, LINES).join('\n');
  const beginning = lines.length > CHARS ? lines.slice(0, CHARS).toWellFormed() : lines;
  if (beginning === text) return <>{visible(text)}</>;
  return (
    <>
      {isAll.value ? visible(text) : `${visible(beginning)}…`}{' '}
      <button
        type="button"
        class="quiet"
        aria-expanded={isAll.value}
        onClick={() => (isAll.value = !isAll.value)}
      >
        {isAll.value ? partWords.showLess : partWords.showAll}
      </button>
    </>
  );
}
