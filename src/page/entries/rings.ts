export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Two entries that are related, in either direction. */
export type Edge = readonly [string, string];

/** Where the boxes are, by their middles. All lengths are in rem. */
export interface Drawn {
  readonly width: number;
  readonly height: number;
  /** In the order of the entries; the first is the middle. */
  readonly boxes: ReadonlyMap<string, Point>;
}

/** Of a box, and the least space around it, in rem. */
export const box = { width: 7.75, height: 2.75, gap: 0.7 } as const;

/** Radii of the first ring, and by how much each further one is larger: wider than high, as boxes and screens are. */
const FIRST = { x: 9, y: 7.2 };
const STEP = { x: box.width + box.gap + 0.1, y: box.height + 2.2 };
const SAMPLES = 720;
/** More rings than entries are never needed; a ring that is full leaves nothing out, because the next one has more room. */
const MOST_RINGS = 60;
/** Farther from where it belongs an entry goes to the next ring. */
const MOST_TURN = Math.PI / 2;
/** Beginnings of a ring that are tried, and points of a line that are looked at. */
const TURNS = 12;
const LINE_PARTS = 40;

export const collides = (a: Point, b: Point): boolean =>
  Math.abs(a.x - b.x) < box.width + box.gap && Math.abs(a.y - b.y) < box.height + box.gap;

/**
 * The first entry in the middle, those that are related to it on the rings next to it, and what is related to those outside,
 * on the side of what it is related to. No two boxes overlap; the same entries give the same picture.
 */
export function ringsOf(ids: readonly string[], edges: readonly Edge[]): Drawn {
  const [middle] = ids;
  if (middle === undefined) return { width: 0, height: 0, boxes: new Map() };
  const joined = joinedOf(ids, edges);
  const placed = new Map<string, Point>([[middle, { x: 0, y: 0 }]]);
  let ring = 0;
  for (const level of levelsOf(ids, joined)) {
    const wishes = wishesOf(level, joined, placed);
    let left: readonly string[] = [
      ...level.filter((id) => wishes.has(id)),
      ...chained(
        level.filter((id) => !wishes.has(id)),
        joined,
      ),
    ];
    for (; left.length > 0 && ring < MOST_RINGS; ring += 1) {
      const round = onRing(ring, left, wishes, [...placed.values()]);
      for (const [id, point] of round) placed.set(id, point);
      left = left.filter((id) => !round.has(id));
    }
  }
  return framed(ids, placed);
}

function joinedOf(ids: readonly string[], edges: readonly Edge[]): ReadonlyMap<string, readonly string[]> {
  const joined = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const [from, to] of edges) {
    if (from === to || !joined.has(from) || !joined.has(to)) continue;
    joined.get(from)?.push(to);
    joined.get(to)?.push(from);
  }
  return joined;
}

/** All but the middle, by how many lines they are away from it; those without a way to it come last. */
function levelsOf(
  ids: readonly string[],
  joined: ReadonlyMap<string, readonly string[]>,
): readonly (readonly string[])[] {
  const [middle = ''] = ids;
  const seen = new Set([middle]);
  const levels: string[][] = [];
  for (let front = [middle]; front.length > 0;) {
    const next = new Set(front.flatMap((id) => (joined.get(id) ?? []).filter((other) => !seen.has(other))));
    for (const id of next) seen.add(id);
    front = ids.filter((id) => next.has(id));
    if (front.length > 0) levels.push(front);
  }
  const rest = ids.filter((id) => !seen.has(id));
  return rest.length === 0 ? levels : [...levels, rest];
}

const angleOf = ({ x, y }: Point): number => Math.atan2(y / FIRST.y, x / FIRST.x);

/** In which direction those lie that an entry of this level is related to; an entry for which there is none is not in it. */
function wishesOf(
  level: readonly string[],
  joined: ReadonlyMap<string, readonly string[]>,
  placed: ReadonlyMap<string, Point>,
): ReadonlyMap<string, number> {
  return new Map(
    level.flatMap((id) => {
      const points = (joined.get(id) ?? []).flatMap((other) => placed.get(other) ?? []);
      const sum = points.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
      return sum.x === 0 && sum.y === 0 ? [] : [[id, angleOf(sum)] as const];
    }),
  );
}

/** One after the other along their lines, so that those who are related to each other are neighbours. */
function chained(ids: readonly string[], joined: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const free = new Set(ids);
  const chain: string[] = [];
  for (const start of ids) {
    for (let id: string | undefined = start; id !== undefined && free.has(id);) {
      free.delete(id);
      chain.push(id);
      id = (joined.get(id) ?? []).find((other) => free.has(other));
    }
  }
  return chain;
}

/** The places of those that find one on this ring: where they wish to be, or evenly. */
function onRing(
  ring: number,
  ids: readonly string[],
  wishes: ReadonlyMap<string, number>,
  taken: readonly Point[],
): ReadonlyMap<string, Point> {
  const round = new Map<string, Point>();
  const free = new Set(slotsOf(ring, taken));
  for (const [id, wish] of wishes) {
    if (!ids.includes(id)) continue;
    let [best, least]: [Point | null, number] = [null, MOST_TURN];
    for (const slot of free) {
      const turn = Math.abs(angleOf(slot) - wish);
      const far = Math.min(turn, 2 * Math.PI - turn);
      if (far <= least) [best, least] = [slot, far - 1e-9];
    }
    if (best === null) continue;
    free.delete(best);
    round.set(id, best);
  }
  const others = ids.filter((id) => !wishes.has(id));
  const slots = evenly(ring, others.length, [...taken, ...round.values()]);
  for (const [nth, slot] of slots.entries()) round.set(others[nth]!, slot);
  return round;
}

const pointOn = (ring: number, nth: number): Point => {
  const angle = (2 * Math.PI * nth) / SAMPLES;
  return {
    x: (FIRST.x + ring * STEP.x) * Math.cos(angle),
    y: (FIRST.y + ring * STEP.y) * Math.sin(angle),
  };
};

const isFree = (point: Point, others: readonly Point[]): boolean =>
  !others.some((other) => collides(point, other));

/** As many free places on a ring as there is room for, clockwise from a sample on. */
function slotsOf(ring: number, taken: readonly Point[], first = 0): readonly Point[] {
  const slots: Point[] = [];
  for (let nth = 0; nth < SAMPLES; nth += 1) {
    const point = pointOn(ring, first + nth);
    if (isFree(point, taken) && isFree(point, slots)) slots.push(point);
  }
  return slots;
}

/**
 * As many places as are wanted, evenly around the ring if nothing is in the way; fewer if there is no room. Of several
 * beginnings it takes the one from which the fewest lines run behind a box.
 */
function evenly(ring: number, wanted: number, taken: readonly Point[]): readonly Point[] {
  if (wanted === 0) return [];
  let [best, least]: [readonly Point[], number] = [[], Infinity];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const slots = evenlyFrom(ring, wanted, taken, turn / TURNS);
    const hidden = slots.filter((slot) => isBehind(slot, taken)).length;
    if (slots.length > best.length || (slots.length === best.length && hidden < least))
      [best, least] = [slots, hidden];
    if (least === 0 && best.length === wanted) break;
  }
  return best;
}

/** @param turn by which part of the space between two places the first one is turned */
function evenlyFrom(ring: number, wanted: number, taken: readonly Point[], turn: number): readonly Point[] {
  const space = SAMPLES / wanted;
  const even = Array.from({ length: Math.min(wanted, SAMPLES) }, (_, nth) =>
    pointOn(ring, (nth + turn) * space),
  );
  if (even.every((point, nth) => isFree(point, taken) && isFree(point, even.slice(0, nth)))) return even;
  const slots = slotsOf(ring, taken, Math.round(turn * space));
  if (slots.length <= wanted) return slots;
  return Array.from({ length: wanted }, (_, nth) => slots[Math.floor((nth * slots.length) / wanted)]!);
}

/** Whether the line from the middle to this place runs behind a box. */
export function isBehind(place: Point, boxes: readonly Point[]): boolean {
  const isOver = ({ x, y }: Point, part: number) =>
    Math.abs(place.x * part - x) < box.width / 2 && Math.abs(place.y * part - y) < box.height / 2;
  return boxes.some(
    (one) =>
      (one.x !== 0 || one.y !== 0) &&
      (one.x !== place.x || one.y !== place.y) &&
      Array.from({ length: LINE_PARTS }, (_, nth) => (nth + 0.5) / LINE_PARTS).some((part) =>
        isOver(one, part),
      ),
  );
}

/** Moved so that nothing lies left of or above 0. */
function framed(ids: readonly string[], placed: ReadonlyMap<string, Point>): Drawn {
  const points = [...placed.values()];
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const left = Math.min(...xs) - box.width / 2;
  const top = Math.min(...ys) - box.height / 2;
  const boxes = ids.flatMap((id) => {
    const point = placed.get(id);
    return point === undefined ? [] : [[id, { x: point.x - left, y: point.y - top }] as const];
  });
  return {
    width: Math.max(...xs) + box.width / 2 - left,
    height: Math.max(...ys) + box.height / 2 - top,
    boxes: new Map(boxes),
  };
}
