import type { EntityKind } from './model.ts';
import { fullLegalForm } from './legal-forms.ts';

/** Marks of direction and other invisible characters: two names that differ only by these were made to look alike. */
const INVISIBLE = /[\p{Cf}\p{Cc}]/u;
const ARABIC_MARKS = /[\u0640\u064B-\u0652\u0670]/gu;
const ARABIC_VOWELS = /[\u064B-\u0652\u0670]/gu;
const QUOTES = /["“”„«»‹›「」『』〝〟]/gu;
const TITLES = new Set(
  (
    'dr prof professor professorin mr mrs ms miss mx sir madam herr frau dipl rev monsieur madame mme mlle ' +
    'sr sra srta dra doña г-н г-жа hab mgr inż профессор проф д-р доктор د م أ الدكتور الدكتورة الأستاذ'
  ).split(' '),
);
const DEGREES = new Set(['phd', 'mba', 'msc', 'bsc', 'esq', 'mbbs', 'llm', 'llb']);
const GENERATIONS: Readonly<Record<string, string>> = {
  jr: 'jr',
  jnr: 'jr',
  junior: 'jr',
  sr: 'sr',
  snr: 'sr',
  senior: 'sr',
};
const AND = new Set(['and', 'und', 'et', 'y', 'и', 've', '&']);
const UNSPACED = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u30fc\u3005]+$/u;

/**
 * The form in which two spellings of one name are equal, by Unicode (UAX #15, NFKC) and by the public rules of spelling:
 * case, white space, typographic marks, `ß` and umlauts, "Last, First", titles before a full name, spellings of a legal
 * form. It never drops what tells two people or firms apart: a generation, an initial, a title that stands for the given
 * name, a legal form. Null if the text has no letter and no digit.
 */
export function nameKey(kind: EntityKind, text: string): string | null {
  if (!/[\p{L}\p{N}]/u.test(text)) return null;
  const exact = `=${text.normalize('NFC')}`;
  if (INVISIBLE.test(text.replaceAll(/\s/gu, ' ')) || isMixed(text)) return exact;
  const plain = plainText(turkish(text));
  const words = kind === 'person' ? personWords(plain) : otherWords(kind, plain);
  return words.length === 0 ? exact : joined(words);
}

/**
 * Whether the two are spellings of one name. Two entities may still have it. Some spellings say more than the key keeps:
 * where both of them say it, and not the same, they are two names.
 */
export function sameName(kind: EntityKind, a: string, b: string): boolean {
  const key = nameKey(kind, a);
  return key !== null && key === nameKey(kind, b) && !SAYS_MORE.some((says) => differ(says(a), says(b)));
}

/** Where the given name begins in a name of Han and kana; the vowels that an Arabic name writes. Null if it says nothing. */
const SAYS_MORE: readonly ((text: string) => string | null)[] = [
  (text) => {
    const words = text.normalize('NFKC').trim().split(/\s+/u);
    return words.length > 1 && words.every((word) => UNSPACED.test(word)) ? words.join(' ') : null;
  },
  (text) => text.match(ARABIC_VOWELS)?.join('') ?? null,
  // An umlaut may be spelled with an e; a name that has both kinds keeps them apart.
  (text) => text.normalize('NFC').toLowerCase().match(/[äöü]/gu)?.toSorted().join('') ?? null,
];

const differ = (a: string | null, b: string | null): boolean => a !== null && b !== null && a !== b;

/**
 * In Turkish, I and İ are the capitals of two letters. The first letter stays as it is, so that İ and I differ there; in
 * the rest of a word in capitals they are read as Turkish, if another letter of the text is.
 */
const turkish = (text: string): string =>
  /[İıŞşĞğ]/u.test(text)
    ? text.replaceAll(/(?<!\p{L})\p{Lu}{2,}(?!\p{L})/gu, (word) => {
        const [first = '', ...rest] = Array.from(word);
        return first + rest.map((letter) => (letter === 'I' ? 'ı' : letter === 'İ' ? 'i' : letter)).join('');
      })
    : text;

function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll(ARABIC_MARKS, '')
    .replaceAll(/[أإآٱ]/gu, 'ا')
    .replaceAll(/[’‘ʼ`´′]/gu, "'")
    .replaceAll(/[\u2010-\u2015\u2212]/gu, '-')
    .replaceAll(/[\u30fb\u00b7\u2027]/gu, ' ')
    .normalize('NFC');
}

/** Letters of look-alike scripts in one word. */
function isMixed(text: string): boolean {
  return (text.match(/\p{L}+/gu) ?? []).some(
    (word) => ['Latin', 'Cyrillic', 'Greek'].filter((script) => SCRIPTS[script]?.test(word)).length > 1,
  );
}
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  Latin: /\p{sc=Latn}/u,
  Cyrillic: /\p{sc=Cyrl}/u,
  Greek: /\p{sc=Grek}/u,
};

function personWords(plain: string): readonly string[] {
  const [before = [], after = [], ...more] = plain
    .replaceAll(/\bdr\.\s?-\s?(?=ing\b)/gu, 'dr. ')
    .replace(/[, ]ph\.\s?d\.?$/u, ', phd')
    .split(',')
    .map((part) => wordsIn(part));
  let words = [...before, ...after, ...more.flat()];
  const isReordered =
    before.length > 0 && after.length > 0 && more.length === 0 && !after.every((word) => isSuffix(word));
  if (isReordered) words = [...after, ...before];
  // Only before a full name: "Dr. Weber" is not "Weber", and not every Weber either.
  while (words.length > 2 && TITLES.has(words[0] ?? '') && !isSuffix(words[1] ?? ''))
    // "Ing" alone is a family name; after another title it is one.
    words = words.slice(words.length > 3 && words[1] === 'ing' ? 2 : 1);
  while (words.length > 2 && DEGREES.has(words.at(-1) ?? '')) words = words.slice(0, -1);
  return words.map((word, index) =>
    index > 0 && Object.hasOwn(GENERATIONS, word) ? (GENERATIONS[word] ?? word) : word,
  );
}

const isSuffix = (word: string): boolean => isGeneration(word) || DEGREES.has(word);

/** Whether a word of a key tells a parent from a child of one name. */
export const isGeneration = (word: string): boolean =>
  Object.hasOwn(GENERATIONS, word) || /^(?:ii|iii|iv|v|vi|2nd|3rd|4th)$/u.test(word);

function otherWords(kind: EntityKind, plain: string): readonly string[] {
  const words = wordsIn(abbreviated(plain).replaceAll(QUOTES, ' ').replaceAll(',', ' '));
  const linked = words.map((word, index) =>
    index > 0 && index < words.length - 1 && AND.has(word) ? '&' : word,
  );
  return kind === 'organization' ? fullLegalForm(linked) : linked;
}

/** Dotted letters are one abbreviation: "G.m.b.H." is "gmbh". In the name of a person they are initials. */
const abbreviated = (text: string): string =>
  text.replaceAll(
    // With spaces only at the end, where a legal form stands: elsewhere they are initials.
    /(?<![\p{L}\p{N}])(?:(?:\p{L}{1,2}\.)+(?:\p{L}{1,2}\.|(?<=\.)\p{L}{1,2})(?![\p{L}\p{N}])|(?:\p{L}{1,2}\. ?)+\p{L}{1,2}\.$)/gu,
    (short) => short.replaceAll(/[. ]/gu, ''),
  );

const wordsIn = (text: string): readonly string[] =>
  text
    .replaceAll(/(?<!\d)\.|\.(?!\d)/gu, ' ')
    .replaceAll(/(?<=^|\s)عبد\s+(?=ال)/gu, 'عبد')
    .split(/\s+/u)
    .filter((word) => /[^\p{P}]|[#&@%*]/u.test(word));

/** A space between two words of Han or kana separates nothing. */
const joined = (words: readonly string[]): string =>
  words
    .reduce(
      (text, word, index) =>
        index > 0 && UNSPACED.test(word) && UNSPACED.test(words[index - 1] ?? '')
          ? text + word
          : `${text} ${word}`,
      '',
    )
    .trim();
