import { createParser } from 'eventsource-parser';
import { EventSource } from 'undici';
import type { TestEngine } from '../../harness/in-process-engine.ts';
import { allOf, replay, type Event } from './runs.ts';

/** An event as any reader of Server-Sent Events receives it. */
export interface Frame {
  readonly id: number | null;
  readonly type: string;
  readonly data: unknown;
}

/** One run as three unrelated readers of the standard receive it. */
export async function readByAll(
  engine: TestEngine,
  runId: string | null,
): Promise<Readonly<Record<string, readonly Frame[]>>> {
  const events = await allOf(replay(engine, runId));
  const url = `${engine.baseUrl}/api/runs/${runId}/events`;
  return {
    'our client': events,
    'eventsource-parser, byte by byte': await parsed(url),
    EventSource: await sourced(url, new Set(events.map(({ type }) => type)), events.length),
  };
}

/** Splits the bytes anywhere, within lines and characters. */
async function parsed(url: string): Promise<readonly Frame[]> {
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  const frames: Frame[] = [];
  const parser = createParser({
    onEvent: ({ id, event = '', data }) =>
      frames.push({ id: Number(id), type: event, data: JSON.parse(data) }),
  });
  const decoder = new TextDecoder();
  const step = Math.max(1, Math.ceil(bytes.length / 20_000));
  for (let at = 0; at < bytes.length; at += step)
    parser.feed(decoder.decode(bytes.subarray(at, at + step), { stream: true }));
  return frames;
}

/** The browser's reader. It delivers events of every registered name, and those without one. */
async function sourced(
  url: string,
  types: ReadonlySet<Event['type']>,
  count: number,
): Promise<readonly Frame[]> {
  const source = new EventSource(url);
  try {
    return await new Promise((resolve, reject) => {
      const frames: Frame[] = [];
      const hear = (event: unknown) => {
        const { lastEventId, type, data } = event as Readonly<
          Record<'lastEventId' | 'type' | 'data', string>
        >;
        frames.push({ id: Number(lastEventId), type, data: JSON.parse(data) });
        if (frames.length === count) resolve(frames);
      };
      // Listens also for unnamed events and for a name that the run does not have: neither may arrive.
      for (const type of [...types, 'message', 'x']) source.addEventListener(type, hear);
      source.onerror = () => {
        if (!types.has('error') || frames.length < count)
          reject(new Error(`the source broke at ${frames.length}`));
      };
    });
  } finally {
    source.close();
  }
}
