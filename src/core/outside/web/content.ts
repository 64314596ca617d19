import { decodedAs, encodingNamed, isBrokenUtf8, markOf, utf16In } from '../../kernel/encodings.ts';
import { webLimits } from './limits.ts';
import type { WebReply } from '../../ports/web.ts';
import { jsonDigest } from './json-digest.ts';
import type { PageReader } from './page.ts';

export interface Content {
  readonly text: string;
  /** What was done to the text, in the engine's words; null if it is unchanged. */
  readonly note: string | null;
}

const { shortenAbove, shortChars, textChars, minPageChars } = webLimits;

/**
 * The text of a reply for the model, shortened to the useful part. Applies `clean` before it cuts: half a secret would
 * not be found.
 */
export async function contentOf(
  reply: WebReply,
  reader: PageReader,
  clean: (text: string) => string,
): Promise<Content> {
  if (reply.body.length === 0) return { text: '', note: 'The body is empty.' };
  const read = textIn(reply);
  if (read === null)
    return { text: '', note: `The body is not text (${reply.body.length} bytes), and is not shown.` };
  const text = clean(read);
  const cut = reply.isCut ? ' Only its beginning was read.' : '';
  if (text.length > shortenAbove) {
    const json = looksLikeJson(reply, text) ? jsonDigest(text) : null;
    if (json !== null) return { text: json, note: `JSON of ${text.length} characters, partly shown.${cut}` };
    if (isHtml(reply, text)) {
      const page = await reader.page(text, reply.url);
      const whole = [page.title, page.description, page.text].filter((part) => part !== '').join('\n\n');
      if (page.text.length >= minPageChars)
        return {
          text: bounded(clean(whole), shortChars),
          note: `HTML of ${text.length} characters, shown as text.${cut}`,
        };
    }
  }
  if (text.length <= textChars) return { text, note: cut === '' ? null : cut.trim() };
  return {
    text: bounded(text, textChars),
    note: `The first ${textChars} of ${text.length} characters.${cut}`,
  };
}

const bounded = (text: string, maxChars: number): string => text.slice(0, maxChars).toWellFormed();

/**
 * The text of a reply: by its byte order mark, the charset of the header, its XML declaration, or the charset that the
 * page names, as browsers do; or else as UTF-8 or windows-1252. Null if it is not text.
 */
export function textIn({ headers, body, isCut = false }: TextReply): string | null {
  const text = decoded(body, headers['content-type'] ?? '', isCut);
  const odd = text.slice(0, 10_000).match(/[\ufffd\u0000-\u0008\u000e-\u001a\u0080-\u009f]/gu)?.length ?? 0;
  return odd > Math.min(text.length, 10_000) / 50 ? null : text;
}

type TextReply = Pick<WebReply, 'headers' | 'body'> & { readonly isCut?: boolean };

const CHARSET = /charset\s*=\s*["']?\s*([\w.:-]{1,40})/iu;
const DECLARED = /^\s*<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/u;
const META = /<meta\s[^>]{0,1000}?\bcharset\s*=\s*["']?\s*([\w.:-]{1,40})/iu;
/** Bytes in which a page names its encoding (WHATWG). */
const HEAD_BYTES = 1_024;

function decoded(body: Uint8Array, type: string, isCut: boolean): string {
  const loose = (label: string) => decodedAs(body, label, 'loose') ?? '';
  const mark = markOf(body);
  if (mark !== null) return loose(mark.encoding);
  const named = encodingNamed(CHARSET.exec(type)?.[1] ?? '') ?? ofMarkup(body, type) ?? 'utf-8';
  if (named !== 'utf-8') return loose(named);
  const whole = decodedAs(body, 'utf-8', isCut ? 'begun' : 'whole');
  if (whole !== null && !whole.slice(0, HEAD_BYTES).includes('\0')) return whole;
  return loose(utf16In(body) ?? (isBrokenUtf8(body) ? 'utf-8' : 'windows-1252'));
}

/** The encoding that a page or a feed names itself. */
function ofMarkup(body: Uint8Array, type: string): string | null {
  const head = new TextDecoder('latin1').decode(body.subarray(0, HEAD_BYTES));
  if (!/html|xml/iu.test(type) && (type !== '' || !/^\s*</u.test(head))) return null;
  const label = DECLARED.exec(head)?.[1] ?? META.exec(head.replaceAll(/<!--[^]*?-->/gu, ''))?.[1];
  const named = label === undefined ? null : encodingNamed(label);
  // What names it in single bytes is not in double ones.
  return named?.startsWith('utf-16') === true ? 'utf-8' : named;
}

export const isHtml = ({ headers }: Pick<WebReply, 'headers'>, text: string): boolean =>
  /html/iu.test(headers['content-type'] ?? '') ||
  (!('content-type' in headers) && /^\s*<(?:!doctype html|html|head|body)/iu.test(text.slice(0, 200)));

const looksLikeJson = ({ headers }: WebReply, text: string): boolean =>
  /json/iu.test(headers['content-type'] ?? '') || /^\s*[{[]/u.test(text.slice(0, 100));
