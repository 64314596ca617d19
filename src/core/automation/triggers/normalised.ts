import { triggerLimits } from './limits.ts';

/** What changes on every load of a page without a change of what it says. White space within a line is one space by then. */
const RULES: readonly (readonly [RegExp, string])[] = [
  // "3 minutes ago", "vor 5 Minuten" are told by the hour of the reader.
  [/\b(?:\d+|an?|one|a few) (?:seconds?|minutes?|hours?|mins?|hrs?) ago\b/giu, '… ago'],
  [/\bvor (?:\d+|einer|wenigen) (?:sekunden?|minuten?|stunden?)\b/giu, 'vor …'],
  // "Page generated in 0.3 s", "Rendered in 12 ms".
  [
    /\b(?:generated|rendered|loaded|built|served) in \d+(?:[.,]\d+)? ?(?:ms|s|secs?|seconds?|milliseconds?)\b/giu,
    '…',
  ],
  // "Generated at 2026-01-31 12:00:03", "Page rendered on …": with seconds it is the clock of a machine.
  [
    /\b(?:generated|rendered|page loaded|page built) (?:at|on) [^\n]{0,40}\d\d:\d\d:\d\d[^\n]{0,20}$/gimu,
    '…',
  ],
  // A line that is only a time of day with seconds.
  [/^ ?\d{1,2}:\d{2}:\d{2}(?: ?[ap]m)? ?$/gimu, '…'],
  // Parameters of addresses that name a visit.
  [/([?&])(?:utm_[a-z]+|sid|sessionid|session|token|csrf|nonce|_|cachebuster|v)=[^&\s\])]*/giu, '$1'],
];

/** Long codes of letters and digits (builds, sessions, signatures), in addresses and alone on a line: among words they may be what the page says. */
const CODE = /[\w-]{24,}/gu;
const PLACES_OF_CODES = /\[https?:[^[\]\s]*\]|^ ?[\w-]{24,} ?$/gmu;
const isCode = (word: string): boolean => /\d/u.test(word) && /[A-Za-z]/u.test(word);

/** Characters of any language need fewer; to sort more of them takes quadratic time. */
const TOO_MANY_MARKS = /(\p{M}{8})\p{M}+/gu;

/**
 * The text for comparison, of at most `watchedChars` and a last line that changes with what follows after them. Linear in
 * the text, and cut to what a page may have before the work begins.
 */
export function normalised(text: string): string {
  const whole = comparable(text.slice(0, COMPARED_CHARS));
  const kept = whole.slice(0, triggerLimits.watchedChars).toWellFormed();
  const rest = [whole.slice(triggerLimits.watchedChars), text.slice(COMPARED_CHARS)];
  const more = rest.reduce((sum, { length }) => sum + length, 0);
  return more === 0 ? kept : `${kept}\n[… and ${more} more characters, ${checksum(rest)}]`;
}

/** As much as is read of a page of HTML; of other text what follows is compared as it is. */
const COMPARED_CHARS = 500_000;

function comparable(text: string): string {
  const lines = text
    .replace(TOO_MANY_MARKS, '$1')
    .normalize('NFC')
    .replace(/\r\n?/gu, '\n')
    .replace(/[^\S\n]+/gu, ' ');
  return RULES.reduce((said, [changing, stays]) => said.replace(changing, stays), lines)
    .replace(PLACES_OF_CODES, (place) => place.replace(CODE, (word) => (isCode(word) ? '…' : word)))
    .replace(/^ ?…? ?(?:\n|$)/gmu, '')
    .replace(/ \n ?|\n /gu, '\n')
    .trim();
}

/** Tells apart what differs (FNV-1a). It is no protection against a page that is made to look the same. */
function checksum(texts: readonly string[]): string {
  let sum = 0x811c9dc5;
  for (const text of texts)
    for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, '0');
}
