import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { me } from '../engine/me.ts';
import { visible } from '../parts/visible.ts';
import { handoverWords as said } from '#words/handover.ts';
import type HandOver from './hand-over.tsx';
import type { Offer } from './offers.ts';

/** Hands one thing over. Who is alone has nobody for it, and is not offered it. */
export function HandOverButton(thing: Pick<Offer, 'kind' | 'id' | 'title'>): VNode | null {
  // Loaded when it is wanted.
  const Dialog = useSignal<{ readonly dialog: typeof HandOver } | null>(null);
  if (me.value === null) return null;
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-label={visible(said.actNamed(thing.title))}
        onClick={() => void import('./hand-over.tsx').then((one) => (Dialog.value = { dialog: one.default }))}
      >
        {said.act}
      </button>
      {Dialog.value === null ? null : (
        <Dialog.value.dialog {...thing} onClose={() => (Dialog.value = null)} />
      )}
    </>
  );
}
