import type { ComponentType } from 'preact';
import ConversationArea from '../conversation/area.tsx';
import type { IconName } from '../parts/icon.tsx';
import { toAcceptCount } from '../tool-servers/servers.ts';
import { waitingCount } from '../waiting/waiting.ts';
import { timelineWords } from '../words/timeline.ts';
import { words } from '../words/words.ts';

/** Adding an area is its folder and a line here. All but the conversation are loaded when they are opened. */
export interface Area {
  /** Its name in the address of the page. */
  readonly name: string;
  readonly title: string;
  /** Beside its name at the side; without one it is not listed there. */
  readonly icon?: IconName;
  /** At the side it is among those that are opened less often. */
  readonly isRare?: boolean;
  /** How many things in it want the person. */
  readonly count?: () => number;
  readonly load: () => ComponentType | Promise<{ readonly default: ComponentType }>;
}

export const areas: readonly Area[] = [
  { name: 'conversation', title: words.areas.conversation, load: () => ConversationArea },
  {
    name: 'today',
    title: words.areas.today,
    icon: 'today',
    load: () => import('../today/area.tsx'),
  },
  {
    name: 'waiting',
    title: words.areas.waiting,
    icon: 'waiting',
    count: () => waitingCount.value,
    load: () => import('../waiting/area.tsx'),
  },
  {
    name: 'automation',
    title: words.areas.automation,
    icon: 'automation',
    load: () => import('../automation/area.tsx'),
  },
  {
    name: 'workflows',
    title: words.areas.workflows,
    icon: 'workflows',
    isRare: true,
    load: () => import('../workflows/area.tsx'),
  },
  {
    name: 'tasks',
    title: words.areas.tasks,
    icon: 'tasks',
    load: () => import('../tasks/area.tsx'),
  },
  {
    name: 'artifacts',
    title: words.areas.artifacts,
    icon: 'artifacts',
    isRare: true,
    load: () => import('../artifacts/area.tsx'),
  },
  {
    name: 'contacts',
    title: words.areas.contacts,
    icon: 'contacts',
    load: () => import('../contacts/area.tsx'),
  },
  {
    name: 'entries',
    title: words.areas.entries,
    icon: 'people',
    load: () => import('../entries/area.tsx'),
  },
  {
    name: 'merges',
    title: words.areas.merges,
    icon: 'merges',
    isRare: true,
    load: () => import('../merges/area.tsx'),
  },
  {
    name: 'data',
    title: words.areas.data,
    icon: 'data',
    isRare: true,
    load: () => import('../data/area.tsx'),
  },
  {
    name: 'tool-servers',
    title: words.areas.toolServers,
    icon: 'tools',
    isRare: true,
    count: () => toAcceptCount.value,
    load: () => import('../tool-servers/area.tsx'),
  },
  {
    name: 'hosts',
    title: words.areas.hosts,
    icon: 'hosts',
    isRare: true,
    load: () => import('../hosts/area.tsx'),
  },
  {
    name: 'insights',
    title: words.areas.insights,
    icon: 'insights',
    isRare: true,
    load: () => import('../insights/area.tsx'),
  },
  {
    name: 'timeline',
    title: timelineWords.area,
    icon: 'timeline',
    isRare: true,
    load: () => import('../timeline/area.tsx'),
  },
  {
    name: 'backups',
    title: words.areas.backups,
    icon: 'backups',
    load: () => import('../backups/area.tsx'),
  },
  {
    name: 'your-data',
    title: words.areas.yourData,
    icon: 'yourData',
    isRare: true,
    load: () => import('../your-data/area.tsx'),
  },
  {
    name: 'settings',
    title: words.areas.settings,
    icon: 'settings',
    load: () => import('../settings/area.tsx'),
  },
];
