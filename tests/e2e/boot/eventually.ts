import { setTimeout } from 'node:timers/promises';

/** Polls until `seen` is true; for effects in another process that send no event. */
export async function eventually(
  what: string,
  seen: () => boolean | Promise<boolean>,
  withinMs = 30_000,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await seen())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${withinMs} ms`);
    await setTimeout(10);
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
