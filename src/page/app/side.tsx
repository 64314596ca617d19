import { useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { Threads } from '../threads/sidebar.tsx';
import { appWords } from '#words/app.ts';
import { areaWords } from '#words/areas.ts';
import { areasIn, countIn, groups, type Group } from './areas.ts';
import { Count } from './count.tsx';
import { place, placeOfArea } from './place.ts';
import { useModal } from '../parts/use-modal.ts';

const said = appWords;

/** Threads and areas, beside what is open. */
export const Side = (): VNode => (
  <div class="side">
    <Contents />
  </div>
);

/** The same on a narrow screen: a sheet over what is open, closed by Escape, by a choice, or by a tap beside it. */
export function Sheet({ onClose }: { onClose: () => void }): VNode {
  const { modal, close } = useModal(onClose);
  const opened = useRef(place.peek());
  useSignalEffect(() => {
    if (place.value !== opened.current) close();
  });
  return (
    <dialog
      {...modal}
      id="menu"
      class="side sheet"
      aria-label={said.menu}
      onClick={({ target }) => {
        const isChoice = target instanceof Element && target.closest('a') !== null;
        if (isChoice || target === modal.ref.current) close();
      }}
    >
      <button type="button" class="quiet close" onClick={close}>
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
      {groups.map((group) => (
        <GroupLink key={group.name} group={group} />
      ))}
    </nav>
  </>
);

/** On a narrow screen, below what is open: the places that are opened most often, and all others behind a button. */
export function Bar({ isMenuOpen, onMenu }: { isMenuOpen: boolean; onMenu: () => void }): VNode {
  const isHere = place.value.area === 'conversation';
  const rest = groups.filter(({ isInReach }) => !isInReach).flatMap(({ name }) => areasIn(name));
  return (
    <nav class="dock" aria-label={said.inReach}>
      <a href={placeOfArea('conversation')} aria-current={isHere ? 'page' : undefined}>
        <Icon name="conversation" />
        {areaWords.conversation}
      </a>
      {groups.map((group) => (group.isInReach ? <GroupLink key={group.name} group={group} /> : null))}
      <button
        type="button"
        class="quiet menu"
        aria-haspopup="dialog"
        aria-expanded={isMenuOpen}
        onClick={onMenu}
      >
        <Icon name="menu" />
        {said.more}
        <Count count={countIn(rest)} />
      </button>
    </nav>
  );
}

function GroupLink({ group: { name, title, icon } }: { group: Group }): VNode {
  const within = areasIn(name);
  const here = place.value;
  const isHere = within.some((area) => area.name === here.area);
  const isFirst = here.area === within[0]?.name && here.part === null;
  return (
    <a
      href={placeOfArea(within[0]?.name ?? name)}
      aria-current={isHere ? (isFirst ? 'page' : 'true') : undefined}
    >
      <Icon name={icon} />
      {title}
      <Count count={countIn(within)} />
    </a>
  );
}
