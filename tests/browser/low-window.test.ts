import { expect, it } from '@jest/globals';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { spawnEngine } from '../harness/spawned-engine.ts';
import { openPage, withBrowser } from './browser.ts';

const shared = withBrowser(async () => ({ engine: await spawnEngine(temporaryDir(), { SVC_DEMO: '1' }) }));

it.each(['en-GB', 'de-AT'])('a low window shows all areas without scrolling (%s)', async (locale) => {
  const { page } = await openPage(shared.browser, shared.engine.baseUrl, { locale } as never);
  await page.setViewportSize({ width: 1100, height: 600 });
  const areas = page.locator('.side .areas');
  const links = areas.locator(':scope > :is(a, details)');
  await links.last().waitFor();
  const [scrolled, room] = (await areas.evaluate((list: unknown) => {
    const { scrollHeight, clientHeight } = list as { scrollHeight: number; clientHeight: number };
    return [scrollHeight, clientHeight];
  })) as [number, number];
  expect(scrolled - room).toBeLessThanOrEqual(1);
  const box = await links.last().boundingBox();
  expect((box?.y ?? 600) + (box?.height ?? 0)).toBeLessThanOrEqual(600);
});
