import type { ComponentType } from 'preact';
import ConversationArea from '../conversation/area.tsx';
import { words } from '../words/words.ts';

/** Adding an area is its folder and a line here. All but the conversation are loaded when they are opened. */
export interface Area {
  /** Its name in the address of the page. */
  readonly name: string;
  readonly title: string;
  readonly load: () => ComponentType | Promise<{ readonly default: ComponentType }>;
}

export const areas: readonly Area[] = [
  { name: 'conversation', title: words.areas.conversation, load: () => ConversationArea },
  { name: 'costs', title: words.areas.costs, load: () => import('../costs/area.tsx') },
  { name: 'settings', title: words.areas.settings, load: () => import('../settings/area.tsx') },
];
