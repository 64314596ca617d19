import { visible } from '../parts/visible.ts';
import { conversationWords } from '#words/conversation.ts';

/** What the engine calls a thread before its first task. */
const UNTITLED = /^New thread$/u;

/** The title of a thread as it is shown: the engine's name for one without a task in the words of the page. */
export const shownTitle = (title: string): string =>
  UNTITLED.test(title) ? conversationWords.newThread : visible(title);

/** A title and the number that tells a copy from what it was copied from; '' if it has none. */
export function numberedTitle(title: string): { readonly name: string; readonly number: string } {
  const shown = shownTitle(title);
  const [, name, number] = /^(.+?)( \(\d{1,4}\))$/u.exec(shown) ?? [];
  return name === undefined || number === undefined ? { name: shown, number: '' } : { name, number };
}
