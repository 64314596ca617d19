/**
 * The Porter stemmer for English: M. F. Porter, "An algorithm for suffix stripping", Program 14 (1980) 130–137, with
 * the two departures of his own later version (`logi`, `bli`). Takes a folded word. Returns words with characters other
 * than a to z unchanged. Linear in the length of the word; the result is never longer.
 */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/u.test(word)) return word;
  let rest = withoutPlural(word);
  rest = withoutPast(rest);
  if (rest.endsWith('y') && hasVowel(rest.slice(0, -1))) rest = `${rest.slice(0, -1)}i`;
  rest = replaced(rest, DOUBLE, 0);
  rest = replaced(rest, FULL, 0);
  return withoutFinal(withoutLong(rest));
}

const DOUBLE: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
  ['logi', 'log'],
];

const FULL: readonly (readonly [string, string])[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];

const LONG: readonly string[] = [
  'ement',
  'ance',
  'ence',
  'able',
  'ible',
  'ment',
  'ant',
  'ent',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
  'ion',
  'al',
  'er',
  'ic',
  'ou',
];

const isVowelAt = (word: string, index: number): boolean => {
  const letter = word[index];
  if (letter === 'y') return index > 0 && !isVowelAt(word, index - 1);
  return letter === 'a' || letter === 'e' || letter === 'i' || letter === 'o' || letter === 'u';
};

function hasVowel(word: string): boolean {
  for (let index = 0; index < word.length; index++) if (isVowelAt(word, index)) return true;
  return false;
}

/** The number of vowel-consonant sequences: Porter's m. */
function measure(word: string): number {
  let count = 0;
  let afterVowel = false;
  for (let index = 0; index < word.length; index++) {
    const vowel = isVowelAt(word, index);
    if (afterVowel && !vowel) count += 1;
    afterVowel = vowel;
  }
  return count;
}

const endsDouble = (word: string): boolean =>
  word.length > 1 && word.at(-1) === word.at(-2) && !isVowelAt(word, word.length - 1);

/** Ends with consonant, vowel, consonant, and the last is not w, x or y. */
const endsShort = (word: string): boolean =>
  word.length > 2 &&
  !isVowelAt(word, word.length - 1) &&
  isVowelAt(word, word.length - 2) &&
  !isVowelAt(word, word.length - 3) &&
  !/[wxy]$/u.test(word);

function withoutPlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function withoutPast(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  const rest = word.slice(0, word.length - ending);
  if (ending === 0 || !hasVowel(rest)) return word;
  if (/(?:at|bl|iz)$/u.test(rest)) return `${rest}e`;
  if (endsDouble(rest) && !/[lsz]$/u.test(rest)) return rest.slice(0, -1);
  return measure(rest) === 1 && endsShort(rest) ? `${rest}e` : rest;
}

function replaced(word: string, endings: readonly (readonly [string, string])[], least: number): string {
  for (const [ending, by] of endings) {
    if (!word.endsWith(ending)) continue;
    const rest = word.slice(0, -ending.length);
    return measure(rest) > least ? rest + by : word;
  }
  return word;
}

function withoutLong(word: string): string {
  for (const ending of LONG) {
    if (!word.endsWith(ending)) continue;
    const rest = word.slice(0, -ending.length);
    if (measure(rest) <= 1) return word;
    return ending !== 'ion' || /[st]$/u.test(rest) ? rest : word;
  }
  return word;
}

function withoutFinal(word: string): string {
  let rest = word;
  if (rest.endsWith('e')) {
    const bare = rest.slice(0, -1);
    const count = measure(bare);
    if (count > 1 || (count === 1 && !endsShort(bare))) rest = bare;
  }
  return rest.endsWith('ll') && measure(rest) > 1 ? rest.slice(0, -1) : rest;
}
