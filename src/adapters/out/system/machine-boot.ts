import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import type { MachineBoot } from '../../../core/ports/machine-boot.ts';

/** Linux has an id for each boot: random(4). */
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** The time of the boot is worked out from two clocks, one of which is set now and then. */
const TOLERANCE_S = 5;

/** Looked up when it is first needed. Without an id of the kernel the time of the boot stands for it. */
export function machineBoot(kernelId = linuxId): MachineBoot {
  let id: string | undefined;
  return {
    get id() {
      return (id ??= kernelId() ?? `at ${bootSecond()}`);
    },
    isSame(earlier) {
      const [then, now] = [secondIn(earlier), secondIn(this.id)];
      if (then === null || now === null) return earlier === this.id;
      return Math.abs(then - now) <= TOLERANCE_S;
    },
  };
}

function linuxId(): string | null {
  try {
    return readFileSync(BOOT_ID, 'utf8').trim() || null;
  } catch {
    return null;
  }
}

const bootSecond = (): number => Math.round(Date.now() / 1000 - uptime());

function secondIn(id: string): number | null {
  const [, second] = /^at (\d+)$/u.exec(id) ?? [];
  return second === undefined ? null : Number(second);
}
