import { visible } from '../parts/visible.ts';
import { conversationWords } from '#words/conversation.ts';

/** What the engine calls a thread before its first task. */
const UNTITLED = /^New thread$/u;

/** The title of a thread as it is shown: the engine's name for one without a task in the words of the page. */
export const shownTitle = (title: string): string =>
  UNTITLED.test(title) ? conversationWords.newThread : visible(title);
