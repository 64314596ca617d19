import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { areaNamed, areasIn, countIn, groups, type Area } from './areas.ts';
import { Count } from './count.tsx';
import { place, placeOfArea } from './place.ts';

/** What belongs together with the open area; nothing where it stands alone. */
export function GroupNav(): VNode | null {
  const name = areaNamed(place.value.area)?.group ?? null;
  const group = groups.find((one) => one.name === name);
  if (group === undefined) return null;
  const within = areasIn(group.name);
  if (within.length === 1 && within[0]?.parts === undefined) return null;
  return (
    <nav class="group" aria-label={group.title}>
      {within.map((area) => (
        <Tabs key={area.name} area={area} />
      ))}
    </nav>
  );
}

function Tabs({ area }: { area: Area }): VNode {
  const { name, title, parts } = area;
  const here = place.value;
  if (parts === undefined)
    return (
      <Tab
        href={placeOfArea(name)}
        title={title}
        count={countIn([area])}
        current={here.area !== name ? null : here.part === null ? 'page' : 'true'}
      />
    );
  const titles = parts();
  const names = Object.keys(titles);
  const open = names.find((one) => one === here.part) ?? names[0];
  return (
    <>
      {Object.entries(titles).map(([part, said]) => (
        <Tab
          key={part}
          href={placeOfArea(name, part)}
          title={said}
          count={0}
          current={here.area === name && part === open ? 'page' : null}
        />
      ))}
    </>
  );
}

function Tab({
  href,
  title,
  count,
  current,
}: {
  href: string;
  title: string;
  count: number;
  current: 'page' | 'true' | null;
}): VNode {
  const link = useRef<HTMLAnchorElement>(null);
  // On a narrow screen they scroll sideways, and this one may be out of sight.
  useEffect(() => {
    if (current !== null) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <a ref={link} href={href} aria-current={current ?? undefined}>
      {title}
      <Count count={count} />
    </a>
  );
}
