import { areas } from '../app/areas.ts';
import { isTheirs } from '../engine/me.ts';
import { showArea, showThread } from '../app/place.ts';
import { setTheme, THEMES } from '../app/looks.ts';
import { visible } from '../parts/visible.ts';
import { shownTitle } from '../threads/title.ts';
import { showShortcuts } from '../shortcuts/shortcuts-slot.tsx';
import { newThread, searched } from '../threads/search.tsx';
import { threads } from '../threads/thread-list.ts';
import { paletteWords as said } from '#words/palette.ts';
import type { Entry } from './matching.ts';

/** Everything that the palette offers: areas, things to do, and the conversations that the page knows. */
export const allEntries = (): readonly Entry[] => [
  { key: 'new', kind: 'act', label: said.newThread, act: newThread },
  ...areas
    .filter((area) => area.group !== null && isTheirs(area))
    .map(({ name, title }): Entry => ({
      key: `area ${name}`,
      kind: 'area',
      label: title,
      also: said.also[name] ?? '',
      act: () => showArea(name),
    })),
  { key: 'automation', kind: 'act', label: said.newAutomation, act: () => showArea('automation', 'new') },
  { key: 'reminder', kind: 'act', label: said.newReminder, act: () => showArea('automation', 'reminder') },
  { key: 'shortcuts', kind: 'act', label: said.shortcuts, act: showShortcuts },
  ...THEMES.map((theme): Entry => ({
    key: `theme ${theme}`,
    kind: 'act',
    label: said.themes[theme],
    act: () => setTheme(theme),
  })),
  ...threads.peek().map(({ threadId, title }): Entry => ({
    key: threadId,
    kind: 'thread',
    label: shownTitle(title),
    act: () => showThread(threadId),
  })),
];

/** Offered when nothing else fits, and last otherwise. */
export const searchFor = (text: string): Entry => ({
  key: 'search',
  kind: 'act',
  label: said.searchFor(visible(text)),
  act: () => {
    searched.value = text;
  },
});
