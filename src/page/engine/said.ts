import { signal } from '@preact/signals';
import type { Says, Tell } from '../../contract/words/says.ts';
import { clockHabit } from '../parts/format.ts';
import { language } from '#words/language.ts';

/** As answers of the engine have it. */
export interface SaysGiven {
  readonly code: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Null until the words are here: they are loaded with the first thing that is said with them. */
const teller = signal<Tell | null>(null);
let isLoading = false;

/** If the engine cannot be reached, the next time tries again. */
async function load(): Promise<void> {
  if (isLoading || teller.peek() !== null) return;
  isLoading = true;
  try {
    const { tell, writeClock } = await import('../../contract/words/of-page.ts');
    const habit = clockHabit();
    if (habit !== null) writeClock(habit);
    teller.value = tell;
  } catch {
    // The text of the engine stands in for them until then.
  } finally {
    isLoading = false;
  }
}

/**
 * What the engine says, in the language of the page: from its facts, of which its English `text` is made, too. The text
 * itself where there are no facts, or facts of a newer engine that the page has no words for.
 */
export function said(says: SaysGiven | readonly SaysGiven[] | null | undefined, text: string): string {
  if (says === null || says === undefined || (language === 'en' && !hasClock(says))) return text;
  void load();
  try {
    return teller.value?.(says as Says | readonly Says[]) ?? text;
  } catch {
    return text;
  }
}

/** The English of the engine has times of the day as 09:00. */
const hasClock = (says: SaysGiven | readonly SaysGiven[]): boolean =>
  clockHabit() !== null && JSON.stringify(says).includes('"schedule.');
