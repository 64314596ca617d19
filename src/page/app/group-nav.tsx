import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { areaWords } from '#words/areas.ts';
import { Icon } from '../parts/icon.tsx';
import { areaNamed, areasIn, countIn, groups, type Area, type Group } from './areas.ts';
import { Count } from './count.tsx';
import { isNarrow } from './narrow.ts';
import { place, placeOfArea, type Place } from './place.ts';

/** More than these stand below each other, and on a narrow screen have a place of their own. */
const MOST_BESIDE = 5;

interface Entry {
  readonly area: Area;
  /** Of an area that has parts. */
  readonly part: string | null;
  readonly title: string;
}

function groupAt({ area }: Place): Group | undefined {
  const name = areaNamed(area)?.group ?? null;
  return groups.find((one) => one.name === name);
}

const entriesOf = ({ name }: Group): readonly Entry[] =>
  areasIn(name).flatMap((area): readonly Entry[] =>
    area.parts === undefined
      ? [{ area, part: null, title: area.title }]
      : Object.entries(area.parts()).map(([part, title]) => ({ area, part, title })),
  );

/** On a narrow screen, the place of a group with many entries shows a list of them instead of the first. */
export function isListed(here: Place): boolean {
  const group = groupAt(here);
  if (!isNarrow.value || group === undefined || here.part !== null) return false;
  return areasIn(group.name)[0]?.name === here.area && entriesOf(group).length > MOST_BESIDE;
}

/** All entries of the group, each to be entered. */
export function GroupList(): VNode | null {
  const group = groupAt(place.value);
  if (group === undefined) return null;
  return (
    <section class="area">
      <h2 tabIndex={-1}>{group.title}</h2>
      <nav class="group-list" aria-label={group.title}>
        {entriesOf(group).map(({ area, part, title }) => (
          <a key={part ?? area.name} href={placeOfArea(area.name, part)}>
            <span>
              {title}
              <LeadsTo name={part ?? area.name} />
            </span>
            <Count count={part === null ? countIn([area]) : 0} />
            <Icon name="onward" />
          </a>
        ))}
      </nav>
    </section>
  );
}

function LeadsTo({ name }: { name: string }): VNode | null {
  const words = areaWords.settingsLeadTo[name];
  return words === undefined ? null : <span class="hint">{words}</span>;
}

/** What belongs together with the open area; nothing where it stands alone. Of many, a narrow screen shows the way back to them. */
export function GroupNav(): VNode | null {
  const group = groupAt(place.value);
  if (group === undefined) return null;
  const entries = entriesOf(group);
  const [first] = entries;
  if (first === undefined || entries.length === 1) return null;
  const isMany = entries.length > MOST_BESIDE;
  if (isMany && isNarrow.value)
    return (
      <nav class="group" aria-label={group.title}>
        <a class="back" href={placeOfArea(first.area.name)}>
          <Icon name="back" />
          {group.title}
        </a>
      </nav>
    );
  return (
    <nav class={isMany ? 'group many' : 'group'} aria-label={group.title}>
      {entries.map((entry) => (
        <Tab key={entry.part ?? entry.area.name} entry={entry} current={currentOf(entry, place.value)} />
      ))}
    </nav>
  );
}

function currentOf({ area, part }: Entry, here: Place): 'page' | 'true' | null {
  if (here.area !== area.name) return null;
  if (part === null) return here.part === null ? 'page' : 'true';
  const names = Object.keys(area.parts?.() ?? {});
  const open = names.find((one) => one === here.part) ?? names[0];
  return part === open ? 'page' : null;
}

function Tab({
  entry: { area, part, title },
  current,
}: {
  entry: Entry;
  current: 'page' | 'true' | null;
}): VNode {
  const link = useRef<HTMLAnchorElement>(null);
  // On a narrow screen they scroll sideways, and this one may be out of sight.
  useEffect(() => {
    if (current !== null) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <a ref={link} href={placeOfArea(area.name, part)} aria-current={current ?? undefined}>
      {title}
      <Count count={part === null ? countIn([area]) : 0} />
    </a>
  );
}
