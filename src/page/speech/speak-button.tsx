import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { speechWords as said } from '#words/speech.ts';
import { canSpeak } from './available.ts';
import { hush, readAloud, speaking } from './speaking.ts';

/** Reads a text aloud, or ends that. Shown where the engine can do that. */
export function SpeakButton({ text }: { text: () => string }): VNode | null {
  const me = useRef({}).current;
  // Another thread is shown: it is silent.
  useEffect(() => () => void (speaking.peek() === me && hush()), []);
  if (!canSpeak.value) return null;
  const isMine = speaking.value === me;
  const label = isMine ? said.stop : said.say;
  return (
    <button
      type="button"
      class="quiet"
      aria-label={label}
      title={label}
      onClick={() => (isMine ? hush() : void readAloud(me, text()))}
    >
      <Icon name={isMine ? 'silence' : 'speaker'} />
    </button>
  );
}
