import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from './in-page.ts';

/** The narrowest screen that the page is made for. */
export const NARROW = { width: 360, height: 740 };

/** The same, of a person who has made the letters large. */
export const NARROWEST = { width: 320, height: 640 };

/** What is wider than its place; empty if nothing scrolls sideways. */
export const tooWide = async (page: Page): Promise<unknown> =>
  await page.evaluate(`
    [document.documentElement, document.getElementById('main')]
      .filter((element) => element !== null)
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ tagName, scrollWidth }) => tagName + ': ' + scrollWidth)`);

/** Nothing scrolls sideways. */
export const fits = (page: Page): Promise<void> =>
  eventually(async () => expect(await tooWide(page)).toEqual([]));
