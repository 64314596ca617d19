/**
 * Whether no guess can hit this value, so that it may be masked in texts of people who must not learn it: masking tells whoever
 * wrote it that it is somebody's secret. One of its words (texts without white space) must be beyond guessing by itself: what is
 * made of words, years, and rows of digits is not, however long it is. An estimate on the safe side: of a key that is made of
 * random characters 20 are enough.
 */
export const isUnguessable = (value: string): boolean => wordsBeyondGuessing(value).length > 0;

/** The words of a value that no guess can hit: the lines of a key that has several, or the value itself. */
export const wordsBeyondGuessing = (value: string): readonly string[] =>
  value
    .split(/\s+/u)
    .filter((word) => bitsOf(word) >= ENOUGH_BITS)
    .slice(0, MOST_WORDS);

/** More than a key has lines; whatever is longer is masked where it is whole. */
const MOST_WORDS = 200;

const ENOUGH_BITS = 56;

/** What a part of a text adds for one who guesses it from lists of words, names, years and usual ways to change them. */
function bitsOf(word: string): number {
  const parts = word.match(/\p{Lu}?\p{Ll}+|\p{L}|\p{Nd}+|[^\p{L}\p{Nd}]/gu) ?? [];
  // In hexadecimal, long rows of digits are chance.
  if (HEX.test(word) && parts.length >= HEX_PARTS) return DIGIT_BITS * word.length;
  // One that comes again adds nothing.
  return [...new Set(parts.map((part) => part.toLowerCase()))].reduce(
    (sum, part) => sum + bitsOfPart(part),
    0,
  );
}

function bitsOfPart(part: string): number {
  const length = Array.from(part).length;
  if (/^\p{L}/u.test(part)) return Math.min(LETTER_BITS * length, WORD_BITS);
  if (/^(?:19|20)\p{Nd}{2}$/u.test(part)) return YEAR_BITS;
  if (/^\p{Nd}/u.test(part)) return Math.min(DIGIT_BITS * length, DIGITS_BITS);
  return SIGN_BITS;
}

const HEX = /^(?=.*\d)(?=.*[a-f])[\da-f]{24,}$/iu;
const HEX_PARTS = 4;
const LETTER_BITS = 4.7;
const WORD_BITS = 11;
const DIGIT_BITS = 3.3;
const DIGITS_BITS = 10;
const YEAR_BITS = 7;
const SIGN_BITS = 1;
