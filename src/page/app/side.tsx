import { useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { Threads } from '../threads/sidebar.tsx';
import { appWords } from '#words/app.ts';
import { areaWords } from '#words/areas.ts';
import { areasIn, countIn, groups, type Group } from './areas.ts';
import { Count } from './count.tsx';
import { lastThreadId } from './last-thread.ts';
import { Notices } from './notice-list.tsx';
import { place, placeOfArea, placeOfThread } from './place.ts';
import { useModal } from '../parts/use-modal.ts';

const said = appWords;

/** Threads and areas, beside what is open. */
export const Side = (): VNode => (
  <div class="side">
    <Contents shown={groups} />
  </div>
);

/**
 * On a narrow screen, what the bar below has no room for: a sheet over what is open, closed by Escape, by a choice, or by a
 * tap beside it.
 */
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
      <button type="button" class="quiet close" aria-label={said.close} onClick={close}>
        <Icon name="close" />
      </button>
      <Contents shown={rest} />
      <Notices />
    </dialog>
  );
}

/** What the bar of a narrow screen leaves out. */
const rest = groups.filter(({ isInReach }) => !isInReach);

const Contents = ({ shown }: { shown: readonly Group[] }): VNode => (
  <>
    <Threads />
    <nav class="areas" aria-label={said.areas}>
      {shown.map((group) => (
        <GroupLink key={group.name} group={group} />
      ))}
    </nav>
  </>
);

/** On a narrow screen, below what is open: the places that are opened most often, and all others behind a button. */
export function Bar({ isMenuOpen, onMenu }: { isMenuOpen: boolean; onMenu: () => void }): VNode {
  const isHere = place.value.area === 'conversation';
  return (
    <nav class="dock" aria-label={said.inReach}>
      <a
        href={placeOfThread(isHere ? place.value.threadId : lastThreadId.value)}
        aria-current={isHere ? 'page' : undefined}
      >
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
        <Count count={countIn(rest.flatMap(({ name }) => areasIn(name)))} />
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
