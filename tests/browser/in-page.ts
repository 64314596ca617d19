// What tests of many areas look for and do in a page.
import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { SpawnedEngine } from '../harness/spawned-engine.ts';
import { unanswered } from './open-page.ts';

/** As long as the other waits have. */
const PATIENCE_MS = 45_000;

/**
 * Waits until what is asserted holds. Actions of a locator wait for it; what is read is read at once, and may be of the
 * moment before.
 */
export async function eventually(asserts: () => Promise<void>): Promise<void> {
  for (const from = performance.now(); ;)
    try {
      return await asserts();
    } catch (error) {
      if (performance.now() - from > PATIENCE_MS) throw error;
      await new Promise((resolve) => setImmediate(resolve));
    }
}

export const isCount = (found: Locator, count: number): Promise<void> =>
  eventually(async () => expect(await found.count()).toBe(count));

export const hasValue = (field: Locator, value: string): Promise<void> =>
  eventually(async () => expect(await field.inputValue()).toBe(value));

export const hasTexts = (found: Locator, texts: readonly string[]): Promise<void> =>
  eventually(async () => expect(await found.allInnerTexts()).toEqual(texts));

/** The keyboard is there. */
export const isFocused = (found: Locator): Promise<void> =>
  found.and(found.page().locator(':focus')).waitFor();

/**
 * This expression is true in the page. `page.waitForFunction` asks the page itself to evaluate it from the second time on,
 * which its policy forbids.
 */
export const holds = (page: Page, expression: string): Promise<void> =>
  eventually(async () => expect(await page.evaluate(expression)).toBe(true));

/** The page has all that it has asked for so far, and has drawn it. */
export const isLoaded = (page: Page): Promise<void> =>
  eventually(async () => {
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))');
    expect(unanswered(page)).toEqual([]);
  });

export const isInvalid = (field: Locator): Promise<void> =>
  field.and(field.page().locator('[aria-invalid="true"]')).waitFor();

export const card = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true });

/** The page reads anew, as when a person comes back to its tab. */
export const look = async (page: Page): Promise<void> =>
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");

/** Makes a wide page narrow, where its menu is a button. */
export async function narrow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator('.menu').waitFor();
}

export async function send(page: Page, task: string): Promise<void> {
  await page.locator('#task').fill(task);
  await page.keyboard.press('Enter');
}

/** The last line of each run that is over. */
export const footer = (page: Page): Locator => page.locator('.run[aria-busy="false"] .footer > summary');

/** The last run that is shown has ended well, and all of it is drawn. */
export const isDone = (page: Page): Promise<void> =>
  page
    .locator('.run')
    .last()
    .and(page.locator('[aria-busy="false"]:not(:has([aria-busy="true"]))'))
    .locator('.footer > summary', { hasText: 'Done ·' })
    .waitFor();

export const answer = (page: Page, text: string): Locator => page.locator('.answer', { hasText: text });

export const threadOf = (page: Page): string => /threads\/(.+)$/u.exec(page.url())?.[1] ?? '';

/** A run of another client, up to its first event of this type. */
export async function runElsewhere(
  { client }: SpawnedEngine,
  task: string,
  { threadId: of, upTo = 'done' }: { readonly threadId?: string; readonly upTo?: 'done' | 'prompt' } = {},
): Promise<{ readonly runId: string; readonly threadId: string }> {
  const { sessionId, threadId } = await client['sessions.create']({ body: of ? { threadId: of } : {} });
  const { events, runId } = await client['runs.start']({ params: { id: sessionId }, body: { task } });
  for await (const event of events) {
    if (event.type === 'error') throw new Error(event.data.error);
    if (event.type === upTo) break;
  }
  return { runId: runId ?? '', threadId };
}
