// Asks one engine for /health again and again, in a process of its own: the bench reads a gigabyte meanwhile, and
// its own delays would count as the engine's. It tells what it saw when it is asked to.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { given } from './child.ts';
import { residentMb } from './resident-memory.ts';
import type { Seen, Watched } from './watched.ts';

const { url, pid } = given<Watched>();
const agent = new http.Agent({ keepAlive: true });

async function healthMs(): Promise<number> {
  const askedAt = performance.now();
  await new Promise<void>((resolve, reject) => {
    http
      .get(`${url}/health`, { agent }, (answer) => answer.resume().once('end', resolve).once('error', reject))
      .once('error', reject);
  });
  return performance.now() - askedAt;
}

// What this process loads with its first request is not the engine's wait.
await healthMs();
let isOver = false;
process.once('message', () => (isOver = true));
process.once('disconnect', () => process.exit());
process.send?.('watching');
const before = residentMb(pid);
let [longestMs, mostMb] = [0, before];
while (!isOver) {
  longestMs = Math.max(longestMs, await healthMs());
  mostMb = Math.max(mostMb, residentMb(pid));
  await sleep(5);
}
process.send?.({ longestMs, mostMb, gainedMb: mostMb - before } satisfies Seen, () => process.exit());
