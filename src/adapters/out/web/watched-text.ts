import { refuse } from '../../../core/automation/triggers/errors.ts';
import type { WatchedText } from '../../../core/automation/triggers/watched-text.ts';
import { checkSelector, finderOf } from './selector.ts';
import { say } from '../../../core/automation/triggers/says.ts';

/** Reads pages as a stream, in pieces, with a selector too. No page makes a tree, or holds up other work. */
export const watchedText: WatchedText = {
  read: async ({ html, url, isHtml, selector }) => {
    if (!isHtml) return html;
    const { pageReader, partReader } = await import('./page-reader.ts');
    if (selector === null) {
      const { description, text } = await pageReader.page(html, url);
      return [description, text].filter((one) => one !== '').join('\n\n');
    }
    const part = await partReader(html, url, await finderOf(selector));
    if (part.isTooDeep) throw refuse.watch_unreadable({}, say('triggers.page_deep'));
    return part.text;
  },
  checkSelector,
};
