import type { Span, Timeline } from './in-words.ts';

/** The whole width of a drawing. */
export const WIDTH = 1000;
/** A step of no time can be seen. */
const LEAST = 3;

export interface Scale {
  /** Milliseconds from the start to the end of what is drawn. */
  readonly wholeMs: number;
  /** Where a step begins, after the start of the run, in milliseconds. */
  after(span: Pick<Span, 'startedAt'>): number;
  bar(span: Pick<Span, 'startedAt' | 'durationMs'>): { readonly x: number; readonly width: number };
}

/** Times of a run as places in a drawing. `now`: the end of what goes on, in milliseconds since the epoch. */
export function scaleOf({ run, spans }: Pick<Timeline, 'run' | 'spans'>, now: number): Scale {
  const startMs = Date.parse(run.createdAt);
  const ends = spans.map(({ startedAt, durationMs }) =>
    durationMs === null ? now : Date.parse(startedAt) + durationMs,
  );
  const endMs = Math.max(startMs + 1, run.endedAt === null ? now : Date.parse(run.endedAt), ...ends);
  const wholeMs = endMs - startMs;
  const after = ({ startedAt }: Pick<Span, 'startedAt'>) => Math.max(0, Date.parse(startedAt) - startMs);
  return {
    wholeMs,
    after,
    bar: (span) => {
      const lasts = span.durationMs ?? Math.max(0, now - Date.parse(span.startedAt));
      const width = Math.max(LEAST, (lasts / wholeMs) * WIDTH);
      return { x: Math.min(WIDTH - width, (after(span) / wholeMs) * WIDTH), width };
    },
  };
}
