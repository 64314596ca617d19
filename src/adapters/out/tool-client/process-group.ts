import type { ChildProcess } from 'node:child_process';
import type { Clock } from '../../../core/ports/clock.ts';

/** How long a program may take to end by itself: after its input ended, and after it was asked to. */
const CLOSING_MS = 500;
const ASKED_MS = 1_000;
const LOOK_MS = 20;

/**
 * Ends a program that leads a process group of its own, with all that it has started: first by the end of its input,
 * then by SIGTERM, and at last by SIGKILL, which none of them can ignore. Resolves when none is left; never rejects.
 */
export async function endGroup(child: ChildProcess, clock: Clock): Promise<void> {
  if (child.pid === undefined) return;
  child.stdin?.end();
  if (await isGone(child.pid, CLOSING_MS, clock)) return;
  signalGroup(child.pid, 'SIGTERM');
  if (await isGone(child.pid, ASKED_MS, clock)) return;
  signalGroup(child.pid, 'SIGKILL');
  await isGone(child.pid, ASKED_MS, clock);
}

/** Ends it at once, without asking. */
export function killGroup(child: ChildProcess): void {
  if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
}

async function isGone(leader: number, withinMs: number, clock: Clock): Promise<boolean> {
  const until = clock.monotonic() + withinMs;
  while (isAlive(leader)) {
    if (clock.monotonic() >= until) return false;
    await clock.sleep(LOOK_MS);
  }
  return true;
}

/** A group lives as long as any of its processes, also without the one that gave it its number. */
function isAlive(leader: number): boolean {
  try {
    process.kill(-leader, 0);
    return true;
  } catch (error) {
    return (error as { code?: unknown }).code === 'EPERM';
  }
}

function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // It has ended meanwhile.
  }
}
