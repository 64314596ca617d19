import { memoryLimits } from '../../memory/limits.ts';
import type { MemoryEntry } from '../../memory/model.ts';
import type { MemoryService } from '../../memory/service.ts';
import { untrusted } from '../../untrusted/untrusted.ts';
import type { Log } from '../../ports/log.ts';

export interface Remembered {
  readonly tail: string;
  /** Not all of it was said by the owner: an agent has noted it, which may have done so because a page told it to. */
  readonly hasUntrustedContent: boolean;
}

/**
 * What memory has to do with this task, as the tail of every request of its run: behind what is
 * cached, bounded, the same bytes for the whole run, and never a part of the thread. Undefined when there is nothing.
 * A memory that cannot be asked is no reason not to answer.
 */
export async function rememberedFor(
  task: string,
  nonce: string,
  memory: Pick<MemoryService, 'relevantTo'>,
  log: Log,
): Promise<Remembered | undefined> {
  const { promptEntries: limit, promptChars: chars } = memoryLimits;
  const entries = await memory.relevantTo(task, { limit, chars }).catch((error: unknown) => {
    log.error('memory could not be asked', { error });
    return [];
  });
  if (entries.length === 0) return undefined;
  return { tail: tailOf(entries, nonce), hasUntrustedContent: !entries.every(isOwners) };
}

/** What is extracted after a run is made from the owner's own words only. */
const isOwners = ({ source: { origin, tool } }: MemoryEntry): boolean =>
  origin === 'user' || tool === 'extraction';

const tailOf = (entries: readonly MemoryEntry[], nonce: string): string =>
  `${WHAT}\n${untrusted({ text: entries.map(lineOf).join('\n'), source: 'memory', nonce })}`;

const lineOf = ({ namespace, text, createdAt, source }: MemoryEntry): string =>
  JSON.stringify({
    namespace,
    date: new Date(createdAt).toISOString().slice(0, 10),
    origin: source.origin,
    text,
  });

const WHAT =
  'What you remember that may bear on the task, put here by the engine and not by the owner. It may be outdated or wrong.';
