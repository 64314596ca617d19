import { expect, it } from '@jest/globals';
import { demo, withBrowser } from './browser.ts';

const shared = withBrowser(demo);

it.each(['en-GB', 'de-AT'])('a low window shows all areas without scrolling (%s)', async (locale) => {
  const page = await shared.open('/', { locale });
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
