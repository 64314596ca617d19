import { fileNameLimits } from './limits.ts';

const { bytes: nameBytes, endingBytes, tried: namesTried } = fileNameLimits;

/** Control characters, invisible ones and those that turn the direction of text, line ends, halves of characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
/** Characters that separate folders, or name a drive, on some system. */
const SEPARATORS = /[/\\:]/gu;
/** What may be decoded later, into another name. */
const ENCODED = /%(?=(?:25)*(?:2e|2f|5c|00))/giu;

/**
 * A name for one file that every part of the engine accepts, made of any text: the name of a file elsewhere, which may
 * have been chosen to be read as a path or to deceive the eye. Never empty.
 */
export function cleanName(given: string): string {
  const plain = given
    .normalize('NFC')
    .replace(UNSEEN, '')
    .replace(SEPARATORS, '_')
    .replace(ENCODED, '_')
    .replace(/[^\u0000-\u007f]/gu, (sign) => (/[./\\:%]/u.test(sign.normalize('NFKC')) ? '_' : sign));
  return shortened(trimmed(plain)) || 'file';
}

/** The name itself, and then with numbers, before its ending: "photo (2).png". A long one is cut to make room for them. */
export function* namesLike(name: string): Generator<string> {
  yield name;
  const { stem, ending } = partsOf(name);
  for (let number = 2; number <= namesTried; number++) yield fitting(stem, ` (${number})${ending}`);
}

/** A leading dot would hide the file; some systems drop dots and spaces at the end. */
const trimmed = (name: string): string => name.replace(/^[.~\s]+/u, '').replace(/[.\s]+$/u, '');

function shortened(name: string): string {
  if (lengthOf(name) <= nameBytes) return name;
  const { stem, ending } = partsOf(name);
  return fitting(stem, ending);
}

/** As much of the stem as leaves room for what follows it. */
function fitting(stem: string, rest: string): string {
  if (lengthOf(stem) + lengthOf(rest) <= nameBytes) return stem + rest;
  const letters = Array.from(stem);
  let left = nameBytes - lengthOf(rest);
  const kept = letters.slice(
    0,
    letters.findIndex((letter) => (left -= lengthOf(letter)) < 0),
  );
  return trimmed(kept.join('')) + rest;
}

function partsOf(name: string): { readonly stem: string; readonly ending: string } {
  const dot = name.lastIndexOf('.');
  const ending = dot <= 0 ? '' : name.slice(dot);
  return lengthOf(ending) > endingBytes
    ? { stem: name, ending: '' }
    : { stem: name.slice(0, name.length - ending.length), ending };
}

const encoder = new TextEncoder();
const lengthOf = (text: string): number => encoder.encode(text).length;
