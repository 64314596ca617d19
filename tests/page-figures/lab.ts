import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../browser/open-page.ts';
import type { Lab } from './figure.ts';

/** What the figures share. @returns with it, `close`, which stops and removes everything */
export function openLab(): Lab & { close(): Promise<void> } {
  let browser: Promise<Browser> | null = null;
  const folders: string[] = [];
  const stops: (() => Promise<unknown>)[] = [];
  return {
    browser: async () => await (browser ??= openBrowser()),
    folder: () => {
      const folder = mkdtempSync(join(tmpdir(), 'svc-figures-'));
      folders.push(folder);
      return folder;
    },
    atEnd: (stop) => void stops.push(stop),
    close: async () => {
      await (await browser)?.close();
      for (const stop of stops.toReversed()) await stop();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}
