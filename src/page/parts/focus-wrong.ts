import type { RefObject } from 'preact';
import { drawn } from './frames.ts';

/** The first field that is now marked as wrong gets the keyboard, before the next key. */
export async function focusWrong(form: RefObject<HTMLElement | null>): Promise<void> {
  await drawn();
  form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
}
