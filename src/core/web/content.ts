import { webLimits } from './limits.ts';
import type { WebReply } from '../ports/web.ts';
import { jsonDigest } from './json-digest.ts';
import type { PageReader } from './page.ts';

export interface Content {
  readonly text: string;
  /** What was done to it, in words of ours; null when it is as it came. */
  readonly note: string | null;
}

const { shortenAbove, shortChars, textChars, minPageChars } = webLimits;

/**
 * What a model is told of a reply: text, and no more of it than helps. First `clean`, then cut: half a
 * secret would not be found.
 */
export async function contentOf(
  reply: WebReply,
  reader: PageReader,
  clean: (text: string) => string,
): Promise<Content> {
  if (reply.body.length === 0) return { text: '', note: 'There is no body.' };
  const read = textIn(reply);
  if (read === null)
    return { text: '', note: `The body is no text (${reply.body.length} bytes), and is not shown.` };
  const text = clean(read);
  const cut = reply.isCut ? ' Only its beginning was read.' : '';
  if (text.length > shortenAbove) {
    const json = looksLikeJson(reply, text) ? jsonDigest(text) : null;
    if (json !== null)
      return { text: json, note: `JSON of ${text.length} characters, of which a part is shown.${cut}` };
    if (isHtml(reply, text)) {
      const page = await reader.page(text, reply.url);
      const whole = [page.title, page.description, page.text].filter((part) => part !== '').join('\n\n');
      if (page.text.length >= minPageChars)
        return {
          text: bounded(clean(whole), shortChars),
          note: `HTML of ${text.length} characters, of which the text is shown.${cut}`,
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

/** By what the server says, by what the page says, else UTF-8; null for what is no text. */
export function textIn({ headers, body }: Pick<WebReply, 'headers' | 'body'>): string | null {
  const type = headers['content-type'] ?? '';
  const head = new TextDecoder('latin1').decode(body.subarray(0, 1_024));
  const charset = /charset\s*=\s*["']?([\w:-]{1,40})/iu;
  const label = (charset.exec(type) ?? charset.exec(head))?.[1] ?? 'utf-8';
  const text = decoded(body, label) ?? decoded(body, 'utf-8') ?? '';
  const odd = text.slice(0, 10_000).match(/[\ufffd\u0000-\u0008\u000e-\u001a]/gu)?.length ?? 0;
  return odd > Math.min(text.length, 10_000) / 50 ? null : text;
}

function decoded(body: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    return null;
  }
}

export const isHtml = ({ headers }: Pick<WebReply, 'headers'>, text: string): boolean =>
  /html/iu.test(headers['content-type'] ?? '') ||
  (!('content-type' in headers) && /^\s*<(?:!doctype html|html|head|body)/iu.test(text.slice(0, 200)));

const looksLikeJson = ({ headers }: WebReply, text: string): boolean =>
  /json/iu.test(headers['content-type'] ?? '') || /^\s*[{[]/u.test(text.slice(0, 100));
