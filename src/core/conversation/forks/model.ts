// Room: a copy of the beginning of a thread, in whole runs.

import { threadLimits } from '../threads/limits.ts';

const NUMBERED = /^(?<name>.*?)(?: \((?<number>[1-9]\d{0,5})\))?$/su;

/** `Plan` becomes `Plan (2)`, and `Plan (2)` becomes `Plan (3)`; cut to the length that a title may have. */
export function titleOfFork(title: string): string {
  const { name = title, number = '1' } = NUMBERED.exec(title)?.groups ?? {};
  const suffix = ` (${Number(number) + 1})`;
  return `${Array.from(name)
    .slice(0, threadLimits.maxTitleChars - suffix.length)
    .join('')}${suffix}`;
}
