import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { workflowOf } from '../../src/page/conversation/workflow-of-call.ts';
import {
  drawnOf,
  linesFrom,
  pathOf,
  sizes,
  stepAt,
  type Drawn,
  type Place,
} from '../../src/page/workflows/drawn.ts';
import { initialValues, valuesIn } from '../../src/page/workflows/form-values.ts';
import { duration } from '../../src/page/parts/format.ts';
import { startedBy, stateOfRun, stateOfStep } from '../../src/page/workflows/in-words.ts';
import { layersOf, type Planned } from '../../src/page/workflows/layers.ts';
import { partOfRun, runIn } from '../../src/page/workflows/places.ts';
import { verifies } from '../spec/verifies.ts';

const step = (stepId: string, ...dependsOn: string[]): Planned => ({ stepId, dependsOn });
const stepsIn = (steps: readonly Planned[]) =>
  layersOf(steps).map((column) => column.flatMap(({ stepId, isLane }) => (isLane ? [] : [stepId])));
const placeOf = ({ places }: Drawn, stepId: string): Place => {
  const place = places.find((one) => one.stepId === stepId);
  if (!place) throw new Error(`${stepId} is not drawn.`);
  return place;
};
const needing = (steps: readonly Planned[], stepId: string) =>
  steps.flatMap((one) => (one.dependsOn.includes(stepId) ? [one.stepId] : []));

/** Whether everything is drawn where it can be read and followed. */
function check(steps: readonly Planned[]): Drawn {
  const drawn = drawnOf(steps);
  expect(drawn.places.map(({ stepId }) => stepId).toSorted()).toEqual(
    steps.map(({ stepId }) => stepId).toSorted(),
  );
  for (const { x, y } of drawn.places) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
    expect(x + sizes.width).toBeLessThanOrEqual(drawn.width);
    expect(y + sizes.height).toBeLessThanOrEqual(drawn.height + 1e-6);
  }
  const columns = Map.groupBy(drawn.places, ({ column }) => column);
  for (const [at, column] of columns) {
    expect(new Set(column.map(({ x }) => x))).toEqual(new Set([at * (sizes.width + sizes.gutter)]));
    const tops = column.map(({ y }) => y).toSorted((a, b) => a - b);
    for (const [nth, y] of tops.entries())
      if (nth > 0) expect(y - (tops[nth - 1] ?? 0)).toBeGreaterThanOrEqual(sizes.height);
  }
  const ways = new Map<string, string>();
  const columnAt = (x: number) => Math.floor(x / (sizes.width + sizes.gutter) + 1e-9);
  for (const { stepId } of steps) {
    const from = placeOf(drawn, stepId);
    const to = needing(steps, stepId);
    const pieces = linesFrom(drawn, stepId, to);
    const reached = new Set([`${from.x + sizes.width} ${from.y + sizes.height / 2}`]);
    for (const piece of pieces) {
      // Each begins where another one ends, and leads to the right.
      expect(reached).toContain(`${piece.from.x} ${piece.from.y}`);
      expect(piece.to.x).toBeGreaterThan(piece.from.x);
      reached.add(`${piece.to.x} ${piece.to.y}`);
      const isLane = piece.to.x - piece.from.x === sizes.width;
      if (!isLane) {
        expect(piece.to.x - piece.from.x).toBeCloseTo(sizes.gutter);
        continue;
      }
      // Straight through a column, between its boxes.
      expect(piece.to.y).toBe(piece.from.y);
      const crossed = (columns.get(columnAt(piece.from.x)) ?? []).filter(
        ({ y }) => piece.to.y >= y && piece.to.y <= y + sizes.height,
      );
      expect(crossed).toEqual([]);
      // No two steps share a way.
      const way = `${piece.from.x} ${piece.from.y}`;
      expect(ways.get(way) ?? stepId).toBe(stepId);
      ways.set(way, stepId);
    }
    for (const end of to) {
      const { x, y } = placeOf(drawn, end);
      expect(reached).toContain(`${x} ${y + sizes.height / 2}`);
    }
  }
  return drawn;
}

verifies('page.workflows.drawing', 'puts each step right of all that it needs', () => {
  expect(stepsIn([step('a')])).toEqual([['a']]);
  expect(stepsIn([step('c', 'a', 'b'), step('a'), step('b', 'a'), step('d')])).toEqual([
    ['a', 'd'],
    ['b'],
    ['c'],
  ]);
  // A name that no step has, and a circle, which the engine never saves, are drawn all the same.
  expect(stepsIn([step('a', 'x')])).toEqual([['a']]);
  expect(
    stepsIn([step('a', 'b'), step('b', 'a')])
      .flat()
      .toSorted(),
  ).toEqual(['a', 'b']);
  expect(drawnOf([]).places).toEqual([]);
});

verifies('page.workflows.drawing', 'orders a column so that lines cross less', () => {
  const crossed = [step('a'), step('b'), step('of-b', 'b'), step('of-a', 'a')];
  const drawn = check(crossed);
  expect(placeOf(drawn, 'of-a').y < placeOf(drawn, 'of-b').y).toBe(
    placeOf(drawn, 'a').y < placeOf(drawn, 'b').y,
  );
});

verifies(
  'page.workflows.drawing',
  'leads a long line around what is between, once for all that need it',
  () => {
    const steps = [step('a'), step('b', 'a'), step('c', 'a', 'b'), step('d', 'a', 'c')];
    const drawn = check(steps);
    expect(drawn.lanes.get('a')).toHaveLength(2);
    // To b, into and along two lanes, to c, and to d.
    expect(linesFrom(drawn, 'a', ['b', 'c', 'd'])).toHaveLength(7);
    expect(linesFrom(drawn, 'a', ['d'])).toHaveLength(5);
    expect(linesFrom(drawn, 'd', [])).toEqual([]);
    expect(pathOf([{ from: { x: 1, y: 2 }, to: { x: 3, y: 2 } }])).toBe('M1 2H3');
    expect(pathOf([{ from: { x: 1, y: 2 }, to: { x: 3, y: 4.005 } }])).toBe('M1 2C2 2 2 4.01 3 4.01');
  },
);

const names = Array.from({ length: 100 }, (_, nth) => `s${nth}`);
const shapes: readonly (readonly [string, readonly Planned[], number])[] = [
  ['side by side', names.map((name) => step(name)), 1],
  [
    'one after the other',
    names.map((name, nth) => step(name, ...names.slice(Math.max(0, nth - 1), nth))),
    100,
  ],
  ['one that needs all', [...names.slice(1).map((name) => step(name)), step('s0', ...names.slice(1))], 2],
  ['each needs all before', names.map((name, nth) => step(name, ...names.slice(0, nth))), 100],
  [
    'ten columns of ten, all joined',
    names.map((name, nth) => {
      const column = Math.floor(nth / 10);
      return step(name, ...(column === 0 ? [] : names.slice((column - 1) * 10, column * 10)));
    }),
    10,
  ],
];
for (const [what, steps, columns] of shapes)
  verifies('page.workflows.drawing', `draws 100 steps: ${what}`, () => {
    const drawn = check(steps);
    expect(new Set(drawn.places.map(({ column }) => column)).size).toBe(columns);
    // What they share is drawn once: a few thousand pieces, not one for each line and column.
    const pieces = steps.flatMap(({ stepId }) => linesFrom(drawn, stepId, needing(steps, stepId)));
    expect(pieces.length).toBeLessThan(16_000);
  });

it('draws any steps without a cover or a crossing, and the same ones in the same way', () => {
  const graph = fc
    .array(fc.array(fc.nat(), { maxLength: 5 }), { minLength: 1, maxLength: 25 })
    .map((all) =>
      all.map((needed, nth) =>
        step(`s${nth}`, ...new Set(nth === 0 ? [] : needed.map((one) => `s${one % nth}`))),
      ),
    );
  fc.assert(
    fc.property(graph, (steps) => {
      const drawn = check(steps);
      for (const { stepId, dependsOn } of steps)
        for (const needed of dependsOn)
          expect(placeOf(drawn, needed).column).toBeLessThan(placeOf(drawn, stepId).column);
      expect(drawnOf(structuredClone(steps))).toEqual(drawn);
    }),
  );
});

verifies('page.workflows.drawing', 'arrow keys lead to the steps beside', () => {
  const drawn = drawnOf([step('a'), step('b'), step('c', 'a', 'b')]);
  const [first, second] = drawn.places.map(({ stepId }) => stepId);
  expect(stepAt(drawn, 'c', 'ArrowRight')).toBeNull();
  expect(stepAt(drawn, 'c', 'ArrowLeft')).toBe(first);
  expect(stepAt(drawn, 'b', 'ArrowRight')).toBe('c');
  expect(stepAt(drawn, first ?? '', 'ArrowDown')).toBe(second);
  expect(stepAt(drawn, first ?? '', 'ArrowUp')).toBeNull();
  expect(stepAt(drawn, second ?? '', 'ArrowUp')).toBe(first);
  expect(stepAt(drawn, 'c', 'Home')).toBe(first);
  expect(stepAt(drawn, first ?? '', 'End')).toBe('c');
  expect(stepAt(drawn, 'x', 'End')).toBeNull();
});

const parameter = (
  name: string,
  type: 'string' | 'number' | 'boolean',
  byDefault: string | number | boolean | null = null,
) => ({ name, type, default: byDefault, description: null });

verifies('page.workflows', 'takes what was typed for a parameter in its type', () => {
  const parameters = [
    parameter('day', 'string'),
    parameter('note', 'string', 'none'),
    parameter('count', 'number', 3),
    parameter('draft', 'boolean', false),
    // A name that objects have.
    parameter('constructor', 'boolean'),
  ];
  const first = initialValues(parameters);
  expect([...first.values()]).toEqual(['', 'none', '3', 'false', '']);
  expect([...valuesIn(parameters, first).wrong.keys()]).toEqual(['day', 'constructor']);
  const typed = new Map([
    ...first,
    ['day', ' monday'],
    ['note', ''],
    ['count', ' -2.5e3 '],
    ['constructor', 'true'],
  ]);
  const { values, wrong } = valuesIn(parameters, typed);
  expect(wrong.size).toBe(0);
  expect(Object.entries(values)).toEqual([
    ['day', ' monday'],
    ['note', ''],
    ['count', -2_500],
    ['draft', false],
    ['constructor', true],
  ]);
  for (const count of ['', ' ', 'many', '1,500', 'Infinity', 'NaN', '1e999'])
    expect([...valuesIn(parameters, new Map([...typed, ['count', count]])).wrong.keys()]).toEqual(['count']);
  const long = new Map([...typed, ['day', 'x'.repeat(10_001)]]);
  expect([...valuesIn(parameters, long).wrong.keys()]).toEqual(['day']);
});

const here = { isAway: false, isAsking: false };
verifies(['page.workflows.run', 'page.running.known'], 'says how a run and a step stand', () => {
  const running = { status: 'running', outcome: null, stopping: false } as const;
  expect(stateOfRun(running, here)).toBe('running');
  expect(stateOfRun(running, { ...here, isAsking: true })).toBe('asking');
  expect(stateOfRun({ ...running, stopping: true }, { ...here, isAsking: true })).toBe('stopping');
  expect(stateOfRun(running, { isAway: true, isAsking: true })).toBe('unknown');
  const ended = { status: 'completed', outcome: 'unverified', stopping: false } as const;
  expect(stateOfRun(ended, { ...here, isAway: true })).toBe('unverified');
  expect(stateOfRun({ ...ended, outcome: 'verified' }, here)).toBe('verified');
  expect(stateOfRun({ ...ended, status: 'partial', outcome: 'failed' }, here)).toBe('partial');
  expect(stateOfStep({ status: 'running' }, { ...here, isAsking: true })).toBe('asking');
  expect(stateOfStep({ status: 'waiting' }, { isAway: true, isAsking: false })).toBe('unknown');
  expect(stateOfStep({ status: 'skipped' }, { isAway: true, isAsking: false })).toBe('skipped');
});

it('says times and who started a run in words', () => {
  expect([0, 999, 1_000, 1_449, 12_345, 119_499].map(duration)).toEqual([
    '0 ms',
    '999 ms',
    '1 s',
    '1.4 s',
    '12 s',
    '119 s',
  ]);
  expect([125_000, 7_140_000, 7_200_000, 7_500_000].map(duration)).toEqual([
    '2 min',
    '119 min',
    '2 h',
    '2 h 5 min',
  ]);
  const by = { personId: 'a', id: null };
  expect(startedBy({ ...by, kind: 'person' })).toEqual({ words: 'you started it', triggerId: null });
  expect(startedBy({ ...by, kind: 'trigger', id: '0f3a' })).toEqual({
    words: 'an automation started it',
    triggerId: '0f3a',
  });
});

it('tells a run from a workflow in the address', () => {
  expect(runIn(partOfRun('0f3a9c'))).toBe('0f3a9c');
  expect(runIn('0f3a9c')).toBeNull();
});

verifies('page.workflows', 'links a call to the workflow that it saved, and to the run that it began', () => {
  const saved = {
    name: 'save_workflow',
    input: { name: ' Report ' },
    result: { output: 'Saved as the workflow 0f3a9c: the rest', success: true },
  };
  const begun = {
    name: 'run_workflow',
    input: { workflow_id: '0f3a9c' },
    result: { output: 'The run 77ab has begun, and goes on', success: true },
  };
  expect(workflowOf(saved)).toEqual({ part: '0f3a9c', isRun: false, name: 'Report' });
  expect(workflowOf({ ...saved, input: {} })).toEqual({ part: '0f3a9c', isRun: false, name: null });
  expect(workflowOf(begun)).toEqual({ part: 'run-77ab', isRun: true, name: null });
  expect(workflowOf({ ...begun, result: null })).toBeNull();
  expect(workflowOf({ ...begun, result: { ...begun.result, success: false } })).toBeNull();
  expect(workflowOf({ ...saved, name: 'mcp__x__save_workflow' })).toBeNull();
  expect(workflowOf({ ...begun, name: 'save_workflow' })).toBeNull();
  const forged = { output: 'The run ../settings has begun', success: true };
  expect(workflowOf({ ...begun, result: forged })).toBeNull();
});
