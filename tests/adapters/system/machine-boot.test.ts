import { expect, test } from '@jest/globals';
import { machineBoot } from '../../../src/adapters/out/system/machine-boot.ts';

test('the boot of the machine is the same for every process of it', () => {
  const [one, other] = [machineBoot(), machineBoot()];
  expect(one.isSame(other.id)).toBe(true);
  expect(one.isSame('f4ff0ce2-8f0a-4b3c-9d4e-0f5bb1d2f1aa')).toBe(false);
});

test('a boot that is known by its time only may be off by a few seconds', () => {
  const boot = machineBoot(() => null);
  const second = Number(boot.id.slice('at '.length));
  expect(boot.isSame(`at ${second + 4}`)).toBe(true);
  expect(boot.isSame(`at ${second - 60}`)).toBe(false);
  expect(boot.isSame(machineBoot().id)).toBe(false);
});
