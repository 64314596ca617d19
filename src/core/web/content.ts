import { webLimits } from './limits.ts';
import type { WebReply } from '../ports/web.ts';
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

/** Decodes by the charset of the header, or of the page, or as UTF-8; null if it is not text. */
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
