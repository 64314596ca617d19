import { framesOf, idOf } from '../../e2e/crash/client.ts';
import type { Started } from '../lab.ts';

export interface Streamed {
  readonly runId: string | null;
  /** What was told before the power went. */
  readonly frames: ReadonlyMap<number, string>;
}

/** What the cuts took. */
export interface Taken {
  frames: number;
  /** Gaps in replays, each announced unless it is a fault. */
  gaps: number;
}

/** Frames whose commit is synced before they are told. */
const SYNCED = /^event: (?:done|error|prompt)$/mu;
const END = /^event: (?:done|error)$/mu;

/** The id of the last frame that the run must have, given that it has all up to `safe`. */
export const lastSafe = ({ frames }: Streamed, safe: number): number =>
  Math.max(safe, ...[...frames].filter(([, frame]) => SYNCED.test(frame)).map(([id]) => id));

/**
 * The faults in the replay of a run after a loss of power. Frames after `safe` may be gone. Then no id means two things,
 * the end has an id above every one that was told, and a frame announces the gap.
 */
export async function replayFaults(
  engine: Started,
  streamed: Streamed,
  safe: number,
  taken: Taken,
): Promise<readonly string[]> {
  const { runId, frames } = streamed;
  if (runId === null) return [];
  const replay = await replayed(engine, runId, 0);
  if (typeof replay === 'string') return [replay];
  const byId = new Map(replay.map((frame) => [idOf(frame), frame]));
  const lastTold = Math.max(0, ...frames.keys());
  const lastKept = lastSafe(streamed, safe);
  const end = replay.at(-1) ?? '';
  const ended = [...frames.values()].some((frame) => END.test(frame));
  taken.frames += [...frames.keys()].filter((id) => !byId.has(id)).length;
  taken.gaps += replay.filter((frame) => idOf(frame) === null).length;
  const rest = await replayed(engine, runId, lastTold);
  return [
    ...orderFaults(replay, 0),
    ...[...frames].flatMap(([id, frame]) => {
      const now = byId.get(id);
      if (now !== undefined) return now === frame ? [] : [`frame ${id} was ${frame} and is ${now}`];
      return id <= lastKept ? [`frame ${id} is lost, and ${lastKept} was safe`] : [];
    }),
    ...(replay.filter((frame) => END.test(frame)).length === 1 && END.test(end)
      ? []
      : ['the replay does not end once']),
    ...(ended || (idOf(end) ?? 0) > lastTold ? [] : [`the end is ${idOf(end)}, and ${lastTold} was told`]),
    ...(typeof rest === 'string' ? [rest] : ended ? [] : orderFaults(rest, lastTold)),
    ...(ended || (rest.length > 0 && rest.at(-1) === end)
      ? []
      : ['the replay after the last told frame has no end']),
  ].map((fault) => `run ${runId}: ${fault}`);
}

async function replayed(
  { baseUrl }: Started,
  runId: string,
  after: number,
): Promise<readonly string[] | string> {
  const response = await fetch(`${baseUrl}/api/runs/${runId}/events`, {
    headers: after === 0 ? {} : { 'last-event-id': String(after) },
  });
  if (!response.ok) return `it was acknowledged, and its events answer with ${response.status}`;
  const frames: string[] = [];
  for await (const frame of framesOf(response)) frames.push(frame);
  return frames;
}

/** Ids follow one another, except where a frame without an id names the next one. */
function orderFaults(frames: readonly string[], after: number): readonly string[] {
  const faults: string[] = [];
  let last = after;
  let announced: number | null = null;
  for (const frame of frames) {
    const id = idOf(frame);
    if (id === null) {
      announced = announcedIn(frame);
      continue;
    }
    if (id <= last) faults.push(`frame ${id} comes after ${last}`);
    else if (id > last + 1 && announced !== id) faults.push(`the gap from ${last} to ${id} is not announced`);
    else if (announced !== null && (id === last + 1 || announced !== id))
      faults.push(`a gap before ${announced} is announced, and ${id} comes after ${last}`);
    announced = null;
    last = id;
  }
  return faults;
}

function announcedIn(frame: string): number | null {
  if (!/^event: replay_unavailable$/mu.test(frame)) return null;
  const { oldestId } = JSON.parse(/^data: (.*)$/mu.exec(frame)?.[1] ?? '{}') as { oldestId?: number };
  return oldestId ?? null;
}
