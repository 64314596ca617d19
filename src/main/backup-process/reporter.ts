import type { Report } from './messages.ts';

/** Tells the engine how the work goes on. */
export interface Reporter {
  tell(report: Report): void;
  /** Tells now and then that the work goes on, however small its steps are. */
  readonly alive: () => void;
  /** Announces that the next report may take this long. */
  promise(withinMs: number): void;
  /** Counts bytes up to a total, and tells of them now and then. */
  counting(totalBytes: number): { readonly add: (bytes: number) => void };
}

/** Bytes between two reports. */
const STEP = 8 * 2 ** 20;

/** Between two reports of work in small steps. */
const ALIVE_MS = 500;

/** Reports to the engine that started this process. */
export function reporter(): Reporter {
  const counted = { doneBytes: 0, totalBytes: 0 };
  let toldAt = 0;
  const send = (report: Report) => {
    toldAt = Date.now();
    process.send?.(report);
  };
  return {
    tell: send,
    alive: () => {
      if (Date.now() - toldAt >= ALIVE_MS) send({ report: 'progress', ...counted });
    },
    promise: (withinMs) => send({ report: 'progress', ...counted, withinMs }),
    counting: (totalBytes) => {
      counted.totalBytes = totalBytes;
      let told = 0;
      send({ report: 'progress', ...counted });
      return {
        add: (bytes) => {
          counted.doneBytes += bytes;
          if (counted.doneBytes - told < STEP) return;
          told = counted.doneBytes;
          send({ report: 'progress', ...counted });
        },
      };
    },
  };
}
