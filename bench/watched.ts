import { setTimeout as sleep } from 'node:timers/promises';
import { residentMb } from './resident-memory.ts';

/** Asks for /health again and again. @returns ends that, and tells the longest wait, and the most memory seen and gained */
export function watched(url: string, pid: number) {
  let isOver = false;
  const before = residentMb(pid);
  let longestMs = 0;
  let mostMb = before;
  const watching = (async () => {
    while (!isOver) {
      const askedAt = performance.now();
      await (await fetch(`${url}/health`)).text();
      longestMs = Math.max(longestMs, performance.now() - askedAt);
      mostMb = Math.max(mostMb, residentMb(pid));
      await sleep(5);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return { longestMs, mostMb, gainedMb: mostMb - before };
  };
}
