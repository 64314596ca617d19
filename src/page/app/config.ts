import { engine, type Answer } from '../engine/client.ts';
import { isMember } from '../engine/me.ts';

/** What several parts of a screen need when they open is asked for once. */
const FRESH_MS = 1_000;

let answer: Promise<Answer<'config.get'>> | null = null;
let askedAt = 0;

/**
 * The configuration, for a part of the page that opens; null for a member, who is not shown it. After a change, ask the
 * engine: this may be a second old.
 */
export async function readConfig(): Promise<Answer<'config.get'> | null> {
  if (isMember.value) return null;
  const now = performance.now();
  if (answer === null || now - askedAt > FRESH_MS) {
    askedAt = now;
    const asked = engine['config.get']();
    answer = asked;
    asked.catch(() => {
      if (answer === asked) answer = null;
    });
  }
  return await answer;
}
