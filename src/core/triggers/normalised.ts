/** What changes on every load of a page without a change of what it says: one line for each. */
const RULES: readonly (readonly [RegExp, string])[] = [
  // White space within a line.
  [/[^\S\n]+/gu, ' '],
  // "3 minutes ago", "vor 5 Minuten" are told by the hour of the reader.
  [/\b(?:\d+|an?|one|a few)\s+(?:seconds?|minutes?|hours?|mins?|hrs?)\s+ago\b/giu, '… ago'],
  [/\bvor\s+(?:\d+|einer|wenigen)\s+(?:sekunden?|minuten?|stunden?)\b/giu, 'vor …'],
  // "Generated at 12:00:03", "Page loaded in 0.3 s".
  [
    /^.{0,40}\b(?:generated|rendered|loaded|last updated|page built|served)\b\D{0,20}(?:at|on|in)\b.{0,40}$/gimu,
    '…',
  ],
  // A line that is only a time of day, with seconds or without.
  [/^\s*\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]m)?\s*$/gimu, '…'],
  // Parameters of addresses that name a visit.
  [/([?&])(?:utm_[a-z]+|sid|sessionid|session|token|csrf|nonce|_|cachebuster|v)=[^&\s\])]*/giu, '$1'],
];

/** Long codes of letters and digits: builds, sessions, signatures. */
const CODE = /[\w-]{24,}/gu;
const isCode = (word: string): boolean => /\d/u.test(word) && /[A-Za-z]/u.test(word);

/** The text for comparison. Linear in the text. */
export function normalised(text: string): string {
  const lines = text.normalize('NFC').replace(/\r\n?/gu, '\n').split('\n');
  return lines
    .map((line) => RULES.reduce((said, [changing, stays]) => said.replace(changing, stays), line))
    .map((line) => line.replace(CODE, (word) => (isCode(word) ? '…' : word)).trim())
    .filter((line) => line !== '' && line !== '…')
    .join('\n');
}
