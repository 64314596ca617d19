import { expect, it } from '@jest/globals';
import { detailsOf as detailsOfGraph } from '../../src/core/knowledge/graph/model.ts';
import { changesOf, formValuesOf } from '../../src/page/entries/form-values.ts';
import { contradictionsOf, detailsOf } from '../../src/page/entries/in-words.ts';
import { box, collides, isBehind, ringsOf, type Edge } from '../../src/page/entries/rings.ts';
import { toldOnce } from '../../src/page/entries/told-once.ts';
import { reachedBy, type Key } from '../../src/page/entries/walked.ts';
import type { Opened, Stated } from '../../src/page/entries/entries.ts';
import { verifies } from '../spec/verifies.ts';

const star = (count: number): readonly [readonly string[], readonly Edge[]] => {
  const around = Array.from({ length: count }, (_, nth) => `n${nth}`);
  return [['middle', ...around], around.map((id, nth): Edge => (nth % 2 ? ['middle', id] : [id, 'middle']))];
};

/** A middle with few neighbours, of which each has some of its own. */
const tree = (first: number, second: number): readonly [readonly string[], readonly Edge[]] => {
  const near = Array.from({ length: first }, (_, nth) => `a${nth}`);
  const far = Array.from({ length: second }, (_, nth) => `b${nth}`);
  return [
    ['middle', ...near, ...far],
    [
      ...near.map((id): Edge => ['middle', id]),
      ...far.map((id, nth): Edge => [`a${nth % first}`, id]),
      ['b0', 'b1'],
    ],
  ];
};

const pictures = [
  ...[0, 1, 2, 3, 7, 12, 20, 39].map(star),
  tree(3, 12),
  tree(9, 30),
  // One that nothing leads to.
  [['middle', 'a', 'lost'], [['middle', 'a']]] as const,
];

verifies('page.entries.picture', 'draws up to 40 entries without one over another, around the middle', () => {
  for (const [ids, edges] of pictures) {
    const { width, height, boxes } = ringsOf(ids, edges);
    expect([...boxes.keys()]).toEqual(ids);
    const points = [...boxes.values()];
    for (const [nth, point] of points.entries())
      expect(points.slice(0, nth).filter((other) => collides(point, other))).toEqual([]);
    for (const { x, y } of points) {
      expect(Math.min(x, width - x)).toBeGreaterThanOrEqual(box.width / 2 - 0.001);
      expect(Math.min(y, height - y)).toBeGreaterThanOrEqual(box.height / 2 - 0.001);
    }
    expect(ringsOf(ids, edges)).toEqual(ringsOf(ids, edges));
  }
  const [ids, edges] = star(39);
  const { width, height } = ringsOf(ids, edges);
  expect([width < 64, height < 40]).toEqual([true, true]);
});

verifies(
  'page.entries.picture',
  'keeps what is farther away farther out, on the side of what it belongs to',
  () => {
    const [ids, edges] = tree(2, 4);
    const { boxes } = ringsOf(ids, edges);
    const middle = boxes.get('middle')!;
    const [right, left] = [boxes.get('a0')!, boxes.get('a1')!];
    expect([Math.sign(right.x - middle.x), Math.sign(left.x - middle.x)]).toEqual([1, -1]);
    for (const [id, near] of [
      ['b0', right],
      ['b1', left],
      ['b2', right],
      ['b3', left],
    ] as const) {
      const { x } = boxes.get(id)!;
      expect([id, Math.sign(x - middle.x)]).toEqual([id, Math.sign(near.x - middle.x)]);
    }
  },
);

verifies('page.entries.picture', 'draws no line behind a box while there are few', () => {
  for (let count = 1; count <= 10; count += 1) {
    const { boxes } = ringsOf(...star(count));
    const middle = boxes.get('middle')!;
    const points = [...boxes.values()].map(({ x, y }) => ({ x: x - middle.x, y: y - middle.y }));
    expect([count, points.filter((point) => isBehind(point, points))]).toEqual([count, []]);
  }
});

verifies('page.entries.picture', 'leads along the lines first, and by arrow keys to every entry', () => {
  const [ids, edges] = star(4);
  const drawn = ringsOf(ids, edges);
  const go = (id: string, key: Key) => reachedBy(drawn, edges, id, key);
  expect([go('middle', 'ArrowRight'), go('middle', 'ArrowLeft')]).toEqual(['n0', 'n2']);
  expect([go('middle', 'ArrowDown'), go('middle', 'ArrowUp')]).toEqual(['n1', 'n3']);
  expect([go('n0', 'ArrowLeft'), go('n0', 'ArrowRight'), go('n0', 'Home')]).toEqual([
    'middle',
    null,
    'middle',
  ]);
  // Two boxes lie in the same direction: the one with a line is first, though the other one is nearer.
  const near = { x: 10, y: 0 };
  const two = {
    width: 0,
    height: 0,
    boxes: new Map([
      ['middle', { x: 0, y: 0 }],
      ['near', near],
      ['joined', { x: 30, y: 0 }],
    ]),
  };
  expect(reachedBy(two, [['joined', 'middle']], 'middle', 'ArrowRight')).toBe('joined');
  expect(reachedBy(two, [], 'middle', 'ArrowRight')).toBe('near');
  for (const [all, lines] of pictures) {
    const picture = ringsOf(all, lines);
    const seen = new Set(['middle']);
    for (const id of seen)
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const) {
        const next = reachedBy(picture, lines, id, key);
        if (next !== null) seen.add(next);
      }
    expect([...seen].toSorted()).toEqual(all.toSorted());
  }
});

it('knows the details that each kind has', () => {
  for (const [kind, details] of Object.entries(detailsOfGraph))
    expect([kind, detailsOf[kind as keyof typeof detailsOf].toSorted()]).toEqual([
      kind,
      Object.keys(details).toSorted(),
    ]);
});

const stated = (attribute: string, value: string | null): Stated => ({
  attribute,
  value,
  confidence: 1,
  source: { origin: 'agent', runId: null, threadId: null, tool: null },
  createdAt: '2026-11-24T11:00:00.000Z',
  supersededAt: null,
});

verifies('page.entries', 'puts values that contradict each other side by side, each once', () => {
  const found = contradictionsOf({
    detail: { email: 'a@x.example', role: 'Cook' },
    contradictions: [
      stated('email', 'b@x.example'),
      stated('email', 'b@x.example'),
      stated('email', 'a@x.example'),
      stated('phone', '+43 1 1'),
    ],
  });
  expect(found.map(({ attribute, values }) => [attribute, values.map(({ value }) => value)])).toEqual([
    ['email', ['a@x.example', 'b@x.example']],
    ['phone', [null, '+43 1 1']],
  ]);
});

it('asks to change only what was changed', () => {
  const given = formValuesOf({
    name: 'Anna',
    aliases: ['Anne', 'A. B.'],
    kind: 'person',
    detail: { role: 'Cook', email: 'a@x.example' },
  } as unknown as Opened);
  expect(changesOf(given, given)).toBe(null);
  expect(
    changesOf(given, {
      name: ' Anna B ',
      names: 'Anne\n\n Annie \nAnnie',
      detail: { ...given.detail, role: ' ', phone: '+43 1 1' },
    }),
  ).toEqual({
    name: 'Anna B',
    aliases: ['Annie'],
    withoutAliases: ['A. B.'],
    detail: { role: null, phone: '+43 1 1' },
  });
});

it('tells a relation once that two merged entries brought, and ends both', () => {
  const relation = (relationId: string, since: string | null = null): Opened['relations'][number] =>
    ({
      relationId,
      kind: 'works_for',
      from: { entityId: 'a' },
      to: { entityId: 'b' },
      since,
      until: null,
    }) as never;
  const [first, second, later] = [relation('1'), relation('2'), relation('3', '2024')];
  expect(toldOnce([first, second, later])).toEqual([
    { relation: first, same: [first, second] },
    { relation: later, same: [later] },
  ]);
});
