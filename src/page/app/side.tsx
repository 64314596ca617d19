import { useSignal, useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { Threads } from '../threads/sidebar.tsx';
import { appWords } from '#words/app.ts';
import { areas, type Area } from './areas.ts';
import { place, placeOfArea } from './place.ts';

const said = appWords;

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
      {areas.map((area) => (area.isRare ? null : <AreaLink key={area.name} area={area} />))}
      <RareAreas />
    </nav>
  </>
);

/** Those that are opened less often: the threads need the room. It is open while one of them is shown. */
function RareAreas(): VNode {
  const rare = areas.filter(({ isRare }) => isRare);
  const isHere = rare.some(({ name }) => name === place.value.area);
  const isOpen = useSignal(isHere);
  useEffect(() => {
    if (isHere) isOpen.value = true;
  }, [isHere]);
  return (
    <details open={isOpen.value} onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
      <summary>
        {said.moreAreas}
        {isOpen.value ? null : <Count of={rare} />}
      </summary>
      {rare.map((area) => (
        <AreaLink key={area.name} area={area} />
      ))}
    </details>
  );
}

function AreaLink({ area }: { area: Area }): VNode | null {
  const { name, title, icon } = area;
  const isHere = place.value.area === name;
  const link = useRef<HTMLAnchorElement>(null);
  // On a low screen the areas scroll, and this one may be out of sight.
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  if (icon === undefined) return null;
  return (
    <a ref={link} href={placeOfArea(name)} aria-current={isHere ? 'page' : undefined}>
      <Icon name={icon} />
      {title}
      <Count of={[area]} />
    </a>
  );
}

/** How many things in these areas want the person. */
function Count({ of }: { of: readonly Area[] }): VNode | null {
  const count = of.reduce((sum, area) => sum + (area.count?.() ?? 0), 0);
  return count === 0 ? null : <span class="count">{count}</span>;
}
