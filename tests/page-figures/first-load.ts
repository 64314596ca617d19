// What the browser loads before the first screen stands still, whatever the build says of it.
import { stoppedAtEnd } from './engines.ts';
import { spawnEngine } from '../harness/spawned-engine.ts';
import { openPage } from '../browser/open-page.ts';
import type { Figure, Lab, Measured } from './figure.ts';

const LANGUAGES = ['en', 'de'];

export const firstLoad: Figure = {
  name: 'first-load',
  async measure(lab) {
    const engine = stoppedAtEnd(lab, await spawnEngine(lab.folder(), { SVC_DEMO: '1' }));
    return await Promise.all(
      LANGUAGES.map(async (language) => await inLanguage(lab, engine.baseUrl, language)),
    );
  },
};

async function inLanguage(lab: Lab, baseUrl: string, locale: string): Promise<Measured> {
  const { page } = await openPage(await lab.browser(), baseUrl, { locale });
  await page.locator('.steps').waitFor();
  await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => undefined);
  const bytes = await page.evaluate<number>(
    `performance.getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
  );
  await page.context().close();
  if (bytes === 0) throw new Error('The browser loaded no script.');
  return {
    what: `first load, compressed script, ${locale}`,
    unit: 'kB',
    values: [bytes / 1_000],
    bound: { atMost: 90 },
  };
}
