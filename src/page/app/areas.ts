import type { ComponentType } from 'preact';
import ConversationArea from '../conversation/area.tsx';
import { isTheirs } from '../engine/me.ts';
import type { IconName } from '../parts/icon.tsx';
import { settingsParts } from '../settings/parts.ts';
import { toAcceptCount } from '../tool-servers/servers.ts';
import { waitingCount } from '../waiting/waiting.ts';
import { areaWords as said } from '#words/areas.ts';

type GroupName = keyof typeof said.groups;

/** What stands at the side, in this order, beside the conversations. Each leads to the first of its areas. */
export interface Group {
  readonly name: GroupName;
  readonly title: string;
  readonly icon: IconName;
  /** Among the few that a narrow screen always shows. */
  readonly isInReach?: true;
}

/**
 * Adding an area is its folder and a line here, which says to which group it belongs. All but the conversation are
 * loaded when they are opened.
 */
export interface Area {
  /** Its name in the address of the page. */
  readonly name: string;
  readonly title: string;
  /** Null: it is reached through the conversations. */
  readonly group: GroupName | null;
  /** Whose it is: the owner's alone, or everybody's who is signed in. */
  readonly who: 'owner' | 'person';
  /** Its parts that are opened like areas of the group, in the place of the area itself. The first is without a name. */
  readonly parts?: () => Readonly<Record<string, string>>;
  /** How many things in it want the person. */
  readonly count?: () => number;
  readonly load: () => ComponentType | Promise<{ readonly default: ComponentType }>;
}

const group = (name: GroupName, icon: IconName, isInReach?: true): Group => ({
  name,
  title: said.groups[name],
  icon,
  ...(isInReach && { isInReach }),
});

export const groups: readonly Group[] = [
  group('today', 'today', true),
  group('waiting', 'waiting', true),
  group('automation', 'automation'),
  group('tasks', 'tasks', true),
  group('contacts', 'contacts'),
  group('memory', 'memory'),
  group('files', 'folder'),
  group('data', 'data'),
  group('activity', 'timeline'),
  group('settings', 'settings'),
];

export const areas: readonly Area[] = [
  {
    name: 'conversation',
    who: 'person',
    title: said.conversation,
    group: null,
    load: () => ConversationArea,
  },
  {
    name: 'today',
    who: 'person',
    title: said.today,
    group: 'today',
    load: () => import('../today/area.tsx'),
  },
  {
    name: 'waiting',
    who: 'person',
    title: said.waiting,
    group: 'waiting',
    count: () => waitingCount.value,
    load: () => import('../waiting/area.tsx'),
  },
  {
    name: 'automation',
    who: 'person',
    title: said.automation,
    group: 'automation',
    load: () => import('../automation/area.tsx'),
  },
  {
    name: 'workflows',
    who: 'person',
    title: said.workflows,
    group: 'automation',
    load: () => import('../workflows/area.tsx'),
  },
  {
    name: 'tasks',
    who: 'person',
    title: said.tasks,
    group: 'tasks',
    load: () => import('../tasks/area.tsx'),
  },
  {
    name: 'contacts',
    who: 'person',
    title: said.contacts,
    group: 'contacts',
    load: () => import('../contacts/area.tsx'),
  },
  {
    name: 'entries',
    who: 'person',
    title: said.entries,
    group: 'contacts',
    load: () => import('../entries/area.tsx'),
  },
  {
    name: 'merges',
    who: 'person',
    title: said.merges,
    group: 'contacts',
    load: () => import('../merges/area.tsx'),
  },
  {
    name: 'memory',
    who: 'person',
    title: said.memory,
    group: 'memory',
    load: () => import('../memory/area.tsx'),
  },
  {
    name: 'files',
    who: 'person',
    title: said.files,
    group: 'files',
    load: () => import('../files/area.tsx'),
  },
  {
    name: 'artifacts',
    who: 'person',
    title: said.artifacts,
    group: 'files',
    load: () => import('../artifacts/area.tsx'),
  },
  { name: 'data', who: 'person', title: said.data, group: 'data', load: () => import('../data/area.tsx') },
  {
    name: 'timeline',
    who: 'person',
    title: said.timeline,
    group: 'activity',
    load: () => import('../timeline/area.tsx'),
  },
  {
    name: 'costs',
    who: 'person',
    title: said.costs,
    group: 'activity',
    load: () => import('../costs/area.tsx'),
  },
  {
    name: 'insights',
    who: 'person',
    title: said.insights,
    group: 'activity',
    load: () => import('../insights/area.tsx'),
  },
  {
    name: 'charts',
    who: 'person',
    title: said.charts,
    group: 'activity',
    load: () => import('../charts/area.tsx'),
  },
  {
    name: 'settings',
    who: 'person',
    title: said.settings,
    group: 'settings',
    parts: settingsParts,
    load: () => import('../settings/area.tsx'),
  },
  {
    name: 'tool-servers',
    who: 'owner',
    title: said.toolServers,
    group: 'settings',
    count: () => toAcceptCount.value,
    load: () => import('../tool-servers/area.tsx'),
  },
  {
    name: 'hosts',
    who: 'owner',
    title: said.hosts,
    group: 'settings',
    load: () => import('../hosts/area.tsx'),
  },
  {
    name: 'backups',
    who: 'owner',
    title: said.backups,
    group: 'settings',
    load: () => import('../backups/area.tsx'),
  },
  {
    name: 'your-data',
    who: 'person',
    title: said.yourData,
    group: 'settings',
    load: () => import('../your-data/area.tsx'),
  },
];

/** Undefined for an address that is none. */
export const areaNamed = (name: string): Area | undefined => areas.find((area) => area.name === name);

/** Those of a group that this person has. */
export const areasIn = (name: GroupName): readonly Area[] =>
  areas.filter((area) => area.group === name && isTheirs(area));

/** How many things in these areas want the person. */
export const countIn = (all: readonly Area[]): number =>
  all.reduce((sum, area) => sum + (area.count?.() ?? 0), 0);
