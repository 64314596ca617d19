import { Parser } from 'htmlparser2';
import { refuse } from '../../../core/triggers/errors.ts';
import { triggerLimits } from '../../../core/triggers/limits.ts';
import type { WatchedText } from '../../../core/triggers/watched-text.ts';
import { webLimits } from '../../../core/web/limits.ts';
import { pageReader } from './page-reader.ts';

/** Reads pages as a stream; for a selector as a tree, after their depth was measured. */
export const watchedText: WatchedText = {
  read: async ({ html, url, isHtml, selector }) => {
    if (!isHtml) return html;
    const part = selector === null ? html : await partOf(html, selector);
    if (part === null) return null;
    const { description, text } = await pageReader.page(part, url);
    return [description, text].filter((one) => one !== '').join('\n\n');
  },
  checkSelector: (selector) => {
    if (selector.length > triggerLimits.selectorChars || selector.trim() === '')
      throw refuse.invalid_selector();
    if (!PLAIN.test(selector))
      throw refuse.invalid_selector(
        {},
        `${JSON.stringify(selector)} is not a CSS selector that can be used here. Use names, .classes, #ids, [attributes] and spaces, like "main .price".`,
      );
  },
};

/** Others, like `:has` and `~`, can take very long on a page that is made for it. */
const PLAIN = /^(?:[\w\s.#>,*-]|\[[^\][]*\]|:(?:first|last|only)-child|:nth-child\([\w\s+]+\))+$/u;

async function partOf(html: string, selector: string): Promise<string | null> {
  if (depthOf(html) > webLimits.pageDepth)
    throw refuse.watch_unreadable({}, 'The page is nested too deeply to look for a part of it.');
  const [{ parseDocument, DomUtils }, { selectAll }] = await Promise.all([
    import('htmlparser2'),
    import('css-select'),
  ]);
  const found = selected(() => selectAll(selector, parseDocument(html)), selector);
  return found.length === 0 ? null : found.map((one) => DomUtils.getOuterHTML(one as never)).join('\n');
}

function selected<Found>(select: () => readonly Found[], selector: string): readonly Found[] {
  try {
    return select();
  } catch (error) {
    throw refuse.invalid_selector({}, `${JSON.stringify(selector)} is not a CSS selector.`, error);
  }
}

/** Linear, and without a tree. */
function depthOf(html: string): number {
  let depth = 0;
  let deepest = 0;
  const parser = new Parser({
    onopentag: () => {
      depth += 1;
      deepest = Math.max(deepest, depth);
    },
    onclosetag: () => {
      depth -= 1;
    },
  });
  parser.end(html);
  return deepest;
}
