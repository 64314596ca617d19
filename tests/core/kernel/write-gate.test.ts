import { expect, test } from '@jest/globals';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';

function held() {
  let release = (): void => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  return { until, release };
}

/** Runs everything that does not wait for something outside. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('while the gate refuses, new and waiting writes are refused; writes of files that no backup holds pass', async () => {
  const gate = new WriteGate();
  const work = held();
  const closing = gate.whileClosed(async () => {
    await work.until;
    gate.refuseWrites('restoring');
  });
  const waiting = gate.pass(() => 7).catch((error: unknown) => error);
  work.release();
  await closing;
  expect(await waiting).toMatchObject({ code: 'not_ready', facts: { reason: 'restoring' } });
  await expect(gate.pass(() => 7)).rejects.toMatchObject({ code: 'not_ready' });
  await expect(gate.beside.pass(() => 7)).resolves.toBe(7);
  gate.allowWrites();
  await expect(gate.pass(() => 7)).resolves.toBe(7);
});

test('the gate reopens when the work fails, and only one closer holds it at a time', async () => {
  const gate = new WriteGate();
  const order: string[] = [];
  const one = held();
  const failing = gate.whileClosed(async () => {
    order.push('one');
    await one.until;
    throw new Error('no room');
  });
  const other = gate.whileClosed(() => void order.push('other'));
  const write = gate.pass(() => void order.push('write'));
  await settled();
  expect(order).toEqual(['one']);
  one.release();
  await expect(failing).rejects.toThrow('no room');
  await Promise.all([other, write]);
  expect([...order].toSorted()).toEqual(['one', 'other', 'write']);
});
