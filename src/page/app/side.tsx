import { useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { Threads } from '../threads/sidebar.tsx';
import { words } from '../words/words.ts';
import { areas } from './areas.ts';
import { place, placeOfArea } from './place.ts';

const said = words.app;

/** Threads and areas, beside what is open. */
export const Side = (): VNode => (
  <div class="side">
    <Contents />
  </div>
);

/** The same on a narrow screen: a sheet over what is open, closed by Escape, by a choice, or by a tap beside it. */
export function Sheet({ onClose }: { onClose: () => void }): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const opened = useRef(place.peek());
  useSignalEffect(() => {
    if (place.value !== opened.current) dialog.current?.close();
  });
  return (
    <dialog
      ref={dialog}
      id="menu"
      class="side sheet"
      aria-label={said.menu}
      onClose={onClose}
      onClick={({ target }) => {
        const isChoice = target instanceof Element && target.closest('a') !== null;
        if (isChoice || target === dialog.current) dialog.current?.close();
      }}
    >
      <button type="button" class="quiet close" onClick={() => dialog.current?.close()}>
        <Icon name="close" />
        {said.close}
      </button>
      <Contents />
    </dialog>
  );
}

const Contents = (): VNode => (
  <>
    <Threads />
    <nav class="areas" aria-label={said.areas}>
      {areas.map(({ name, title, icon, count }) =>
        icon === undefined ? null : (
          <a
            key={name}
            href={placeOfArea(name)}
            aria-current={place.value.area === name ? 'page' : undefined}
          >
            <Icon name={icon} />
            {title}
            {count !== undefined && count() > 0 ? <span class="count">{count()}</span> : null}
          </a>
        ),
      )}
    </nav>
  </>
);
