import type { Page } from 'playwright-core';

/** A script for a page before it is opened: it takes down what moves. */
export const WATCH_SHIFTS = `
  const told = (entry) =>
    entry.value.toFixed(4) + ': ' +
    entry.sources.map(({ node }) => [node?.nodeName, node?.className].join('.')).join(', ');
  window.shifts = { sum: 0, told: [] };
  const take = (entries) => {
    for (const entry of entries) {
      shifts.sum += entry.value;
      shifts.told.push(told(entry));
    }
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  window.allShifts = async () => {
    // What was drawn last is told after its frame.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))));
    take(observer.takeRecords());
    return shifts;
  };
`;

export interface Shifts {
  /** As a search engine adds them up; below 0.1 counts as good. */
  readonly sum: number;
  readonly told: readonly string[];
}

/** Everything that moved since the page was opened. */
export const shiftsOf = async (page: Page): Promise<Shifts> => await page.evaluate<Shifts>('allShifts()');
