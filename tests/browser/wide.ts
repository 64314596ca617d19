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

/**
 * Texts that end in the middle, and no mark says so: what is cut to some lines and shows a part of the next one in its own
 * edge, and what is cut to its width without dots.
 */
export const halfShown = async (page: Page): Promise<unknown> =>
  await page.evaluate(`
    [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility() && element.clientWidth > 4 && element.textContent.trim() !== '')
      .filter((element) => {
        const { overflowX, textOverflow, webkitLineClamp, paddingBottom } = getComputedStyle(element);
        if (!['hidden', 'clip'].includes(overflowX)) return false;
        const isLong = element.scrollHeight > element.clientHeight + 2;
        if (webkitLineClamp !== 'none') return isLong && parseFloat(paddingBottom) > 0;
        return textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
      })
      .map(({ className, textContent }) => className + ': ' + textContent)`);

/** How far from the edge of the open area its heading begins. */
export const edgeOfHeading = async (page: Page): Promise<number> =>
  await page.evaluate<number>(`(() => {
    const heading = document.querySelector('main h2').getBoundingClientRect();
    return Math.round(heading.left - document.querySelector('main .area').getBoundingClientRect().left);
  })()`);
