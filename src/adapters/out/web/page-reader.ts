import { Parser } from 'htmlparser2';
import { webLimits } from '../../../core/outside/web/limits.ts';
import type { Page, PageReader } from '../../../core/outside/web/page.ts';
import type { Attributes, Finder } from './selector.ts';

/** The size of each piece: between two pieces the event loop runs other work, and limits are checked. */
const PIECE = 16 * 1024;
const maxTextChars = 500_000;

const UNSEEN = new Set(
  'script style noscript template svg iframe object audio video canvas select datalist'.split(' '),
);
const BLOCKS = new Set(
  (
    'address article aside blockquote body br caption center dd details dialog div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr html li main menu nav ol option p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
);
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/** Reads HTML with htmlparser2 as a stream: without a tree, no page is too large or too deep. */
export const pageReader: PageReader = {
  page: async (html, url) => {
    const reading = new Reading(url);
    const isWhole = await feed(html, reading);
    return reading.page(!isWhole);
  },
  hits: async (html) => {
    const reading = new Hits();
    await feed(html, reading);
    return reading.found.filter(({ url, title }) => url !== '' && title.trim() !== '');
  },
};

/**
 * The text of the outermost elements that are found. Text is null if there are none.
 * `isTooDeep`: it stopped at a place that is nested too deeply.
 */
export async function partReader(
  html: string,
  url: string,
  finder: Finder,
): Promise<{ readonly text: string | null; readonly isTooDeep: boolean }> {
  const reading = new PartReading(url, finder);
  const isWhole = await feed(html, reading);
  return { text: reading.found(), isTooDeep: !isWhole && !reading.isFull };
}

interface Reader {
  readonly isFull: boolean;
  open(name: string, attributes: Attributes): void;
  text(text: string): void;
  close(name: string): void;
}

/** False if reading stopped before the end. */
async function feed(html: string, reader: Reader): Promise<boolean> {
  let depth = 0;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1;
      reader.open(name, attributes);
    },
    ontext: (text) => reader.text(text),
    onclosetag: (name) => {
      depth -= 1;
      reader.close(name);
    },
  });
  for (let at = 0; at < html.length; at += PIECE) {
    parser.write(html.slice(at, at + PIECE));
    // Each level costs the parser slightly more than the one before.
    if (reader.isFull || depth > webLimits.pageDepth) return false;
    await new Promise((resolve) => setImmediate(resolve));
  }
  parser.end();
  return true;
}

class Reading implements Reader {
  #base: string;
  #title = '';
  #description = '';
  /** Joined at the end: to look at the end of a long text after each addition would copy it each time. */
  readonly #pieces: string[] = [];
  #length = 0;
  #lastSign = '';
  /** Where the last text ended that is more than white space. */
  #inkAt = 0;
  #isInTitle = false;
  /** Nesting depth inside an invisible element, counted from it; 0 outside. */
  #unseen = 0;
  #pre = 0;
  readonly #links: { readonly url: string | null; readonly at: number }[] = [];

  constructor(url: string) {
    this.#base = url;
  }

  get isFull(): boolean {
    return this.#length > maxTextChars;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'title' && this.#title === '') this.#isInTitle = true;
    if (name === 'meta' && /^(og:)?description$/iu.test(attributes['name'] ?? attributes['property'] ?? ''))
      this.#description ||= plain(attributes['content'] ?? '').slice(0, 1_000);
    if (name === 'base' && attributes['href'])
      this.#base = absolute(attributes['href'], this.#base) ?? this.#base;
    if (VOID.has(name)) {
      if (this.#unseen === 0 && name === 'img' && attributes['alt']) this.#add(` ${attributes['alt']} `);
    } else if (this.#unseen > 0 || UNSEEN.has(name) || isHidden(attributes)) {
      this.#unseen += 1;
      return;
    }
    if (this.#unseen > 0) return;
    if (BLOCKS.has(name)) this.#line();
    if (/^h[1-6]$/u.test(name)) this.#put(`${'#'.repeat(Number(name[1]))} `);
    if (name === 'li') this.#put('- ');
    if (name === 'td' || name === 'th') this.#add(' | ');
    if (name === 'pre') this.#pre += 1;
    if (name === 'a')
      this.#links.push({ url: absolute(attributes['href'] ?? '', this.#base), at: this.#length });
  }

  text(text: string): void {
    if (this.#isInTitle) this.#title += text;
    else if (this.#unseen === 0) this.#add(text);
  }

  close(name: string): void {
    if (name === 'title') this.#isInTitle = false;
    if (this.#unseen > 0) {
      if (!VOID.has(name)) this.#unseen -= 1;
      return;
    }
    if (name === 'a') {
      const link = this.#links.pop();
      if (link?.url && this.#inkAt > link.at) this.#put(` [${link.url}]`);
    }
    if (name === 'pre') this.#pre -= 1;
    if (BLOCKS.has(name)) this.#line();
  }

  page(isCut: boolean): Page {
    return {
      title: plain(this.#title).slice(0, 500),
      description: this.#description,
      text: this.#pieces
        .join('')
        // Only from where the white space begins: from each place in it would be quadratic.
        .replace(/(?<![ \t])[ \t]+\n/gu, '\n')
        .replace(/\n{3,}/gu, '\n\n')
        .trim(),
      isCut,
    };
  }

  #add(text: string): void {
    const shown = this.#pre > 0 ? text : text.replace(/\s+/gu, ' ');
    this.#put(/^\s?$/u.test(this.#lastSign) ? shown.replace(/^ /u, '') : shown);
  }

  #line(): void {
    if (this.#length > 0 && this.#lastSign !== '\n') this.#put('\n');
  }

  #put(text: string): void {
    if (text === '') return;
    this.#pieces.push(text);
    this.#length += text.length;
    this.#lastSign = text.slice(-1);
    if (/\S/u.test(text)) this.#inkAt = this.#length;
  }
}

/** Reads what is within the elements that are found, and nothing else. */
class PartReading implements Reader {
  readonly #reading: Reading;
  readonly #finder: Finder;
  /** Nesting depth inside one of them, counted from it; 0 outside. */
  #inside = 0;
  #isFound = false;

  constructor(url: string, finder: Finder) {
    this.#reading = new Reading(url);
    this.#finder = finder;
  }

  get isFull(): boolean {
    return this.#reading.isFull;
  }

  open(name: string, attributes: Attributes): void {
    const isOne = this.#finder.open(name, attributes);
    if (this.#inside === 0 && !isOne) return;
    // Each of them begins a line.
    if (this.#inside === 0) this.#reading.open('br', {});
    this.#isFound = true;
    this.#inside += 1;
    this.#reading.open(name, attributes);
  }

  text(text: string): void {
    if (this.#inside > 0) this.#reading.text(text);
  }

  close(name: string): void {
    this.#finder.close();
    if (this.#inside === 0) return;
    this.#inside -= 1;
    this.#reading.close(name);
  }

  found(): string | null {
    return this.#isFound ? this.#reading.page(false).text : null;
  }
}

/** Result pages have a link of the class `result__a` for each result, and its text in `result__snippet`. */
class Hits implements Reader {
  readonly found: { title: string; url: string; text: string }[] = [];
  readonly isFull = false;
  #into: 'title' | 'text' | null = null;
  #inside = 0;
  #isAd = false;

  open(name: string, attributes: Attributes): void {
    const classes = (attributes['class'] ?? '').split(/\s+/u);
    if (classes.includes('result')) this.#isAd = classes.includes('result--ad');
    if (this.#into !== null) this.#inside += VOID.has(name) ? 0 : 1;
    else if (classes.includes('result__a') && !this.#isAd) {
      this.found.push({ title: '', url: unwrapped(attributes['href'] ?? ''), text: '' });
      this.#into = 'title';
    } else if (classes.includes('result__snippet') && !this.#isAd && this.found.length > 0)
      this.#into = 'text';
  }

  text(text: string): void {
    const last = this.found.at(-1);
    if (last && this.#into) last[this.#into] += text.replace(/\s+/gu, ' ');
  }

  close(name: string): void {
    if (this.#into === null || VOID.has(name)) return;
    if (this.#inside === 0) this.#into = null;
    else this.#inside -= 1;
  }
}

/** Result links lead through a page of the search service, which counts clicks. */
function unwrapped(href: string): string {
  const url = absolute(href, 'https://html.duckduckgo.com/');
  if (url === null) return '';
  const parsed = new URL(url);
  if (!/(^|\.)duckduckgo\.com$/u.test(parsed.hostname)) return url;
  return absolute(parsed.searchParams.get('uddg') ?? '', url, true) ?? '';
}

/** Only URLs that a browser would request from a server; null for others. */
function absolute(href: string, base: string, mustBeWhole = false): string | null {
  if (mustBeWhole && !/^https?:/iu.test(href)) return null;
  if (href.trim() === '' || href.startsWith('#') || href.length > webLimits.urlChars) return null;
  try {
    const url = new URL(href, base);
    url.hash = '';
    return /^https?:$/u.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

const isHidden = (attributes: Attributes): boolean =>
  'hidden' in attributes ||
  attributes['aria-hidden'] === 'true' ||
  /display\s*:\s*none|visibility\s*:\s*hidden/iu.test(attributes['style'] ?? '');

const plain = (text: string): string => text.replace(/\s+/gu, ' ').trim();
