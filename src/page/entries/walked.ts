import { box, type Drawn, type Edge } from './rings.ts';

export type Key = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home';

export const KEYS: readonly string[] = [
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
] satisfies Key[];

const DIRECTIONS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
} as const;

/** How far beside the direction of the key something may lie for each step in it: 45°, and nearly everything of that side. */
const STRAIGHT = 1;
const SOMEWHERE = 4;

/**
 * Where a key leads from this entry: along its lines to the nearest one in that direction; where no line leads there, to the
 * nearest of all. Home leads to the middle. Null if nothing lies there.
 */
export function reachedBy(drawn: Drawn, edges: readonly Edge[], id: string, key: Key): string | null {
  if (key === 'Home') return [...drawn.boxes.keys()][0] ?? null;
  const joined = new Set(edges.flatMap(([from, to]) => (from === id ? [to] : to === id ? [from] : [])));
  return (
    nearest(drawn, id, key, STRAIGHT, (other) => joined.has(other)) ??
    nearest(drawn, id, key, STRAIGHT, () => true) ??
    nearest(drawn, id, key, SOMEWHERE, () => true)
  );
}

function nearest(
  { boxes }: Drawn,
  id: string,
  key: Exclude<Key, 'Home'>,
  beside: number,
  counts: (id: string) => boolean,
): string | null {
  const here = boxes.get(id);
  if (here === undefined) return null;
  const direction = DIRECTIONS[key];
  let [best, least]: [string | null, number] = [null, Infinity];
  for (const [other, point] of boxes) {
    if (other === id || !counts(other)) continue;
    // Boxes are wider than high, and so is what looks near.
    const x = (point.x - here.x) / (box.width + box.gap);
    const y = (point.y - here.y) / (box.height + box.gap);
    const along = x * direction.x + y * direction.y;
    const across = Math.abs(x * direction.y) + Math.abs(y * direction.x);
    const far = along + 2 * across;
    if (along <= 0.01 || across > beside * along || far >= least) continue;
    [best, least] = [other, far];
  }
  return best;
}
