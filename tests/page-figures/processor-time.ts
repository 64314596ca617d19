import type { CDPSession, Page } from 'playwright-core';

/** One entry of a trace of Chromium, in microseconds. */
interface Entry {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Of the processor; absent where it was not told. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Notes what each task of this page takes of the processor: unlike its duration, it does not grow while the machine does
 * something else. @returns ends it: the longest one, in milliseconds
 */
export async function processorTime(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  const entries: Entry[] = [];
  session.on('Tracing.dataCollected', ({ value }) => entries.push(...(value as unknown as Entry[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { recordMode: 'recordAsMuchAsPossible', includedCategories: ['toplevel'] },
  });
  return async () => {
    await ended(session);
    const pages = new Set(
      entries.filter(({ args }) => args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
    );
    const tasks = entries.filter(
      ({ name, pid, tid }) => name === 'ThreadControllerImpl::RunTask' && pages.has(`${pid} ${tid}`),
    );
    return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
  };
}

async function ended(session: CDPSession): Promise<void> {
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await complete;
}
