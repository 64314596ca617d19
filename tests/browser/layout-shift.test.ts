import { expect } from '@jest/globals';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { spawnEngine } from '../harness/spawned-engine.ts';
import { verifies } from '../spec/verifies.ts';
import { openPage, withBrowser } from './browser.ts';
import { shiftsOf, WATCH_SHIFTS } from './shifts.ts';

const shared = withBrowser(async () => ({ engine: await spawnEngine(temporaryDir(), { SVC_DEMO: '1' }) }));

/** A thread with an answer, tool calls and a review, which all come after the frame around them. */
async function threadWithChanges(file: string): Promise<string> {
  const { client } = shared.engine;
  const { sessionId, threadId } = await client['sessions.create']({ body: {} });
  const body = { task: `write ${file}: Hello from the first step.` };
  const { events } = await client['runs.start']({ params: { id: sessionId }, body });
  for await (const { type } of events) if (type === 'done') break;
  return threadId;
}

verifies('page.still', 'moves nothing that is read while the rest of it is loaded', async () => {
  const { browser, engine } = shared;
  const ways = { desktop: { width: 1350, height: 940 }, phone: { width: 412, height: 823 } };
  for (const [name, viewport] of Object.entries(ways)) {
    const { page, complaints } = await openPage(browser, engine.baseUrl, { viewport });
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
    expect(complaints).toEqual([]);
  }
});
