import { expect } from '@jest/globals';
import { verifies } from '../spec/verifies.ts';
import { demo, withBrowser } from './browser.ts';
import { runElsewhere } from './in-page.ts';
import { shiftsOf, WATCH_SHIFTS } from './shifts.ts';

const shared = withBrowser(demo);

/** A thread with an answer, tool calls and a review, which all come after the frame around them. */
async function threadWithChanges(file: string): Promise<string> {
  return (await runElsewhere(shared.engine, `write ${file}: Hello from the first step.`)).threadId;
}

verifies('page.still', 'moves nothing that is read while the rest of it is loaded', async () => {
  const { engine } = shared;
  const ways = { desktop: { width: 1350, height: 940 }, phone: { width: 412, height: 823 } };
  for (const [name, viewport] of Object.entries(ways)) {
    const page = await shared.open('/', { viewport });
    await page.addInitScript(WATCH_SHIFTS);
    await page.reload();
    await page.locator('.steps').waitFor();
    const first = await shiftsOf(page);
    expect([name, first, first.sum < 0.1]).toEqual([name, first, true]);
    await page.goto(`${engine.baseUrl}/#/threads/${await threadWithChanges(`${name}.md`)}`);
    await page.reload();
    await page.locator('.answer').first().waitFor();
    await page.getByRole('button', { name: 'Keep all' }).waitFor();
    await page.locator('.steps').waitFor();
    const thread = await shiftsOf(page);
    expect([name, thread, thread.sum < 0.1]).toEqual([name, thread, true]);
  }
});
