import { layersOf, type Planned } from './layers.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The box of a step. */
export interface Place extends Point {
  readonly stepId: string;
  /** From 0. */
  readonly column: number;
}

/** Where everything is. All lengths are in rem. */
export interface Drawn {
  readonly width: number;
  readonly height: number;
  /** Column after column, each from top to bottom. */
  readonly places: readonly Place[];
  /** How high the lane of a step is in each column after its own. */
  readonly lanes: ReadonlyMap<string, readonly number[]>;
}

/** A piece of a line: across the space between two columns, or straight through a column. */
export interface Piece {
  readonly from: Point;
  readonly to: Point;
}

/** In rem. */
export const sizes = { width: 11.75, height: 4.25, between: 0.9, lane: 0.7, gutter: 2.5 } as const;

/** Columns up to this height are centred beside each other; a higher one does not push the others out of sight. */
const CENTRED = 24;

const xOf = (column: number): number => column * (sizes.width + sizes.gutter);

/** Where the boxes and lines of these steps are drawn: no two boxes overlap, and no line crosses a box. */
export function drawnOf(steps: readonly Planned[]): Drawn {
  const layers = layersOf(steps);
  const highOf = ({ isLane }: { readonly isLane: boolean }) => (isLane ? sizes.lane : sizes.height);
  const heights = layers.map((column) =>
    column.reduce((sum, entry, nth) => sum + highOf(entry) + (nth === 0 ? 0 : sizes.between), 0),
  );
  const height = Math.max(0, ...heights);
  const places: Place[] = [];
  const lanes = new Map<string, number[]>();
  for (const [column, entries] of layers.entries()) {
    let y = Math.max(0, (Math.min(height, CENTRED) - (heights[column] ?? 0)) / 2);
    for (const { stepId, isLane } of entries) {
      if (isLane) lanes.set(stepId, [...(lanes.get(stepId) ?? []), y + sizes.lane / 2]);
      else places.push({ stepId, column, x: xOf(column), y });
      y += highOf({ isLane }) + sizes.between;
    }
  }
  return { width: xOf(layers.length - 1) + sizes.width, height, places, lanes };
}

/** The lines from a step to these steps; where they share a way, it is there once. */
export function linesFrom({ places, lanes }: Drawn, stepId: string, to: readonly string[]): readonly Piece[] {
  const from = places.find((one) => one.stepId === stepId);
  const ends = places.filter((one) => to.includes(one.stepId));
  if (from === undefined || ends.length === 0) return [];
  const pieces: Piece[] = [];
  const farthest = Math.max(...ends.map(({ column }) => column));
  let at: Point = { x: from.x + sizes.width, y: from.y + sizes.height / 2 };
  for (let column = from.column + 1; column <= farthest; column += 1) {
    for (const end of ends)
      if (end.column === column) pieces.push({ from: at, to: { x: end.x, y: end.y + sizes.height / 2 } });
    const lane = column === farthest ? undefined : lanes.get(stepId)?.[column - from.column - 1];
    if (lane === undefined) break;
    const [into, out] = [
      { x: xOf(column), y: lane },
      { x: xOf(column) + sizes.width, y: lane },
    ];
    pieces.push({ from: at, to: into }, { from: into, to: out });
    at = out;
  }
  return pieces;
}

const short = (value: number): number => Math.round(value * 100) / 100;

/** The lines as the path of an SVG element. */
export const pathOf = (pieces: readonly Piece[]): string =>
  pieces
    .map(({ from, to }) => {
      const middle = short((from.x + to.x) / 2);
      const [x, y] = [short(to.x), short(to.y)];
      const way = from.y === to.y ? `H${x}` : `C${middle} ${short(from.y)} ${middle} ${y} ${x} ${y}`;
      return `M${short(from.x)} ${short(from.y)}${way}`;
    })
    .join('');

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End';

/** The step that a key leads to: the nearest one of the next column, the next one in the column, the first, the last. */
export function stepAt({ places }: Drawn, stepId: string, key: Arrow): string | null {
  const here = places.find((one) => one.stepId === stepId);
  if (here === undefined) return null;
  if (key === 'Home') return places[0]?.stepId ?? null;
  if (key === 'End') return places.at(-1)?.stepId ?? null;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const column = here.column + (key === 'ArrowRight' ? 1 : -1);
    const beside = places.filter((one) => one.column === column);
    const far = (one: Place) => Math.abs(one.y - here.y);
    return beside.toSorted((a, b) => far(a) - far(b))[0]?.stepId ?? null;
  }
  const column = places.filter((one) => one.column === here.column);
  return column[column.indexOf(here) + (key === 'ArrowDown' ? 1 : -1)]?.stepId ?? null;
}
