import { expect, it } from '@jest/globals';
import { isDiagram } from '../../src/page/conversation/markdown/fence.ts';
import { alternativeOf } from '../../src/page/diagrams/alternative.ts';
import { sizeIn } from '../../src/page/diagrams/size.ts';
import { Slots } from '../../src/page/diagrams/slots.ts';
import { Turns } from '../../src/page/diagrams/turns.ts';
import { verifies } from '../spec/verifies.ts';

verifies('page.diagrams', 'code of the language Mermaid is a diagram once it is whole', () => {
  expect(isDiagram('mermaid', false)).toBe(true);
  expect(isDiagram('Mermaid', false)).toBe(true);
  expect(isDiagram('mermaid', true)).toBe(false);
  for (const other of ['', 'mermaids', 'js', 'text']) expect(isDiagram(other, false)).toBe(false);
});

verifies('page.diagrams', 'of what a frame answers, two numbers count', () => {
  expect(sizeIn([120, 80])).toEqual({ width: 120, height: 80 });
  expect(sizeIn([16_000, 80])).toEqual({ width: 8_000, height: 40 });
  expect(sizeIn([1, 16_000])).toEqual({ width: 1, height: 8_000 });
  for (const other of [
    null,
    undefined,
    '120x80',
    [120],
    [120, 80, 1],
    ['120', 80],
    [0, 80],
    [-1, 80],
    [Number.NaN, 80],
    [Infinity, 80],
    { 0: 1, 1: 2, length: 2 },
  ])
    expect(sizeIn(other)).toBeNull();
});

verifies('page.diagrams', 'a frame that is out of sight makes room, and one in sight does not', () => {
  const slots = new Slots(2);
  const [a, b, c] = [{}, {}, {}];
  const dropped: string[] = [];
  const take = (holder: object, name: string) => slots.take(holder, () => dropped.push(name));
  expect([take(a, 'a'), take(b, 'b'), take(c, 'c')]).toEqual([true, true, false]);
  slots.outOfSight(b);
  expect(dropped).toEqual([]);
  expect(take(c, 'c')).toBe(true);
  expect(dropped).toEqual(['b']);
  expect(take(a, 'a')).toBe(true);
  slots.leave(a);
  expect(take(b, 'b')).toBe(true);
  expect(dropped).toEqual(['b']);
});

it('all frames give up their places at once, and may take one again', () => {
  const slots = new Slots(2);
  const [a, b] = [{}, {}];
  const dropped: string[] = [];
  slots.take(a, () => {
    dropped.push('a');
    slots.take(a, () => dropped.push('a again'));
  });
  slots.take(b, () => dropped.push('b'));
  slots.dropAll();
  expect(dropped).toEqual(['a', 'b']);
  expect(slots.take(b, () => undefined)).toBe(true);
});

it('starts a few frames at a time, in their order, without those that left', () => {
  const turns = new Turns(2);
  const started: string[] = [];
  const enter = (name: string) => turns.enter(() => started.push(name));
  const [a, b, c] = [enter('a'), enter('b'), enter('c')];
  enter('d');
  expect(started).toEqual(['a', 'b']);
  c();
  b();
  b();
  expect(started).toEqual(['a', 'b', 'd']);
  a();
  enter('e');
  enter('f');
  expect(started).toEqual(['a', 'b', 'd', 'e']);
});

it('says what a diagram is, in its own words where it has some', () => {
  expect(alternativeOf('graph TD; a-->b')).toEqual({ kind: 'flowchart', title: null, description: null });
  expect(
    alternativeOf('%% note\n\nsequenceDiagram\n  accTitle: Sign in\n  accDescr: Who asks whom\n'),
  ).toEqual({
    kind: 'sequence',
    title: 'Sign in',
    description: 'Who asks whom',
  });
  expect(alternativeOf('---\ntitle: Sales\n---\npie\n accDescr {\n  Half of\n  it.\n }\n')).toEqual({
    kind: 'pie',
    title: 'Sales',
    description: 'Half of it.',
  });
  expect(alternativeOf('')).toEqual({ kind: 'other', title: null, description: null });
  expect(alternativeOf(`flowchart LR\naccTitle: ${'x'.repeat(1000)}`).title).toHaveLength(300);
});

it('reads a source of any length at once', () => {
  expect(alternativeOf(`pie\n${'accDescr{\n'.repeat(8_000_000)}`)).toMatchObject({ description: null });
});
