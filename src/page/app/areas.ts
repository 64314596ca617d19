import type { ComponentType } from 'preact';
import ConversationArea from '../conversation/area.tsx';
import type { IconName } from '../parts/icon.tsx';
import { toAcceptCount } from '../tool-servers/servers.ts';
import { waitingCount } from '../waiting/waiting.ts';
import { areaWords } from '#words/areas.ts';

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
  { name: 'conversation', title: areaWords.conversation, load: () => ConversationArea },
  {
    name: 'today',
    title: areaWords.today,
    icon: 'today',
    load: () => import('../today/area.tsx'),
  },
  {
    name: 'waiting',
    title: areaWords.waiting,
    icon: 'waiting',
    count: () => waitingCount.value,
    load: () => import('../waiting/area.tsx'),
  },
  {
    name: 'automation',
    title: areaWords.automation,
    icon: 'automation',
    load: () => import('../automation/area.tsx'),
  },
  {
    name: 'workflows',
    title: areaWords.workflows,
    icon: 'workflows',
    isRare: true,
    load: () => import('../workflows/area.tsx'),
  },
  {
    name: 'tasks',
    title: areaWords.tasks,
    icon: 'tasks',
    load: () => import('../tasks/area.tsx'),
  },
  {
    name: 'artifacts',
    title: areaWords.artifacts,
    icon: 'artifacts',
    isRare: true,
    load: () => import('../artifacts/area.tsx'),
  },
  {
    name: 'files',
    title: areaWords.files,
    icon: 'folder',
    load: () => import('../files/area.tsx'),
  },
  {
    name: 'contacts',
    title: areaWords.contacts,
    icon: 'contacts',
    load: () => import('../contacts/area.tsx'),
  },
  {
    name: 'entries',
    title: areaWords.entries,
    icon: 'people',
    load: () => import('../entries/area.tsx'),
  },
  {
    name: 'memory',
    title: areaWords.memory,
    icon: 'memory',
    load: () => import('../memory/area.tsx'),
  },
  {
    name: 'merges',
    title: areaWords.merges,
    icon: 'merges',
    isRare: true,
    load: () => import('../merges/area.tsx'),
  },
  {
    name: 'data',
    title: areaWords.data,
    icon: 'data',
    isRare: true,
    load: () => import('../data/area.tsx'),
  },
  {
    name: 'tool-servers',
    title: areaWords.toolServers,
    icon: 'tools',
    isRare: true,
    count: () => toAcceptCount.value,
    load: () => import('../tool-servers/area.tsx'),
  },
  {
    name: 'hosts',
    title: areaWords.hosts,
    icon: 'hosts',
    isRare: true,
    load: () => import('../hosts/area.tsx'),
  },
  {
    name: 'insights',
    title: areaWords.insights,
    icon: 'insights',
    isRare: true,
    load: () => import('../insights/area.tsx'),
  },
  {
    name: 'timeline',
    title: areaWords.timeline,
    icon: 'timeline',
    isRare: true,
    load: () => import('../timeline/area.tsx'),
  },
  {
    name: 'charts',
    title: areaWords.charts,
    icon: 'charts',
    isRare: true,
    load: () => import('../charts/area.tsx'),
  },
  {
    name: 'backups',
    title: areaWords.backups,
    icon: 'backups',
    load: () => import('../backups/area.tsx'),
  },
  {
    name: 'your-data',
    title: areaWords.yourData,
    icon: 'yourData',
    isRare: true,
    load: () => import('../your-data/area.tsx'),
  },
  {
    name: 'settings',
    title: areaWords.settings,
    icon: 'settings',
    load: () => import('../settings/area.tsx'),
  },
];
