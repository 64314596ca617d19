// The longest task of the page while an answer of one megabyte streams in: for so long it answers no click and no key.
import type { Page } from 'playwright-core';
import { engineWithModel, liveAnswer } from '../browser/live-answer.ts';
import { LARGE_ANSWERS, OBSERVE_TASKS } from '../browser/large-answers.ts';
import { openPage } from '../browser/open-page.ts';
import { stoppedAtEnd } from './engines.ts';
import { processorTime } from './processor-time.ts';
import { TIMES, type Figure, type Measured } from './figure.ts';

const CHARS_AT_ONCE = 2_000;
const LONGEST_WAIT_MS = 120_000;

export const longAnswer: Figure = {
  name: 'long-answer',
  async measure(lab) {
    const { engine, provider } = await engineWithModel(lab.folder());
    lab.atEnd(async () => await provider.close());
    stoppedAtEnd(lab, engine);
    const measured: Measured[] = [];
    for (const [name, text] of Object.entries(LARGE_ANSWERS)) {
      const [values, processor]: [number[], number[]] = [[], []];
      while (values.length < TIMES) {
        const { page, complaints } = await openPage(await lab.browser(), engine.baseUrl);
        const live = liveAnswer();
        provider.reply(live.reply);
        await page.evaluate(OBSERVE_TASKS);
        const longest = await processorTime(page);
        await page.getByLabel('Message', { exact: true }).fill('go');
        await page.keyboard.press('Enter');
        for (let from = 0; from < text.length; from += CHARS_AT_ONCE)
          await live.say(text.slice(from, from + CHARS_AT_ONCE));
        await live.end();
        await drawn(page);
        // A task that is reported is longer than 50 ms.
        values.push(await page.evaluate<number>('Math.max(50, ...window.tasks)'));
        processor.push(await longest());
        await page.context().close();
        if (complaints.length > 0) throw new Error(complaints.join('\n'));
      }
      const what = `longest task while 1 MB streams, ${name}`;
      measured.push({ what, unit: 'ms', values, bound: { atMost: 50 } });
      measured.push({ what: `${what}, of the processor`, unit: 'ms', values: processor });
    }
    return measured;
  },
};

/**
 * Goes from element to element: a search through a document of this size is a long task itself, and would be measured
 * as one of the page.
 */
const IS_DRAWN = `
  (() => {
    const [transcript] = document.getElementById('main').getElementsByClassName('transcript');
    const run = [...transcript.children].find(({ localName }) => localName === 'article');
    const parts = [...(run?.children ?? [])];
    const answer = parts.find(({ className }) => className === 'answer');
    return parts.some(({ className }) => className === 'footer') && answer?.firstElementChild?.ariaBusy === 'false';
  })()
`;

/** Looks seldom. */
async function drawn(page: Page): Promise<void> {
  const until = Date.now() + LONGEST_WAIT_MS;
  while (Date.now() < until) {
    if (await page.evaluate<boolean>(IS_DRAWN)) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('The answer was not drawn whole in time.');
}
