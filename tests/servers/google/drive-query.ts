// The search language of Drive, as far as the engine speaks it: `name = 'a' and trashed = false`.
import type { DriveFile, DriveTree, Viewer } from './drive-tree.ts';
import { badValue } from './refusals.ts';

export type Holds = (file: DriveFile) => boolean;

/** What a search looks into beside names: the words of a document or of a kept text. */
export type WordsOf = (file: DriveFile) => string;

const TEXT = String.raw`'((?:[^'\\]|\\['\\])*)'`;
const TERM = new RegExp(
  String.raw`(?:(name|mimeType|fullText) (=|contains) ${TEXT}|${TEXT} in (parents|owners)|trashed = (true|false))( and |$)`,
  'uy',
);
const literal = (text = '') => text.replaceAll(/\\(['\\])/gu, '$1');

/** @throws Refused for a text that is no query, and for one that this fake does not know */
export function queryOf(text: string, tree: DriveTree, viewer: Viewer, wordsOf: WordsOf): Holds {
  const all: Holds[] = [];
  TERM.lastIndex = 0;
  for (let end = ' and '; end !== '';) {
    const found = TERM.exec(text);
    if (!found) throw badValue('q');
    const [, name, comparison, value, within, collection, trashed, next = ''] = found;
    all.push(
      trashed === undefined
        ? collection === undefined
          ? compared(`${name} ${comparison}`, literal(value), wordsOf)
          : contained(collection, literal(within), viewer)
        : (file) => tree.isTrashed(file) === (trashed === 'true'),
    );
    end = next;
  }
  return (file) => all.every((holds) => holds(file));
}

function compared(asked: string, value: string, wordsOf: WordsOf): Holds {
  switch (asked) {
    case 'name =':
      return ({ name }) => name.toLowerCase() === value.toLowerCase();
    case 'name contains':
      return ({ name }) => hasPrefixes(name, value);
    case 'mimeType =':
      return ({ mimeType }) => mimeType === value;
    case 'mimeType contains':
      return ({ mimeType }) => mimeType.startsWith(value);
    case 'fullText contains':
      return (file) => hasWords(`${file.name}\n${wordsOf(file)}`, value);
    default:
      throw badValue('q');
  }
}

function contained(collection: string, value: string, { account }: Viewer): Holds {
  if (collection === 'owners')
    return ({ owner }) => owner?.email === (value === 'me' ? account.email : value);
  const id = value === 'root' ? account.root : value;
  return ({ parents }) => parents.includes(id);
}

const words = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** As the vendor searches names: each word of the value begins a word of the name. */
function hasPrefixes(name: string, value: string): boolean {
  const inName = words(name);
  return words(value).every((prefix) => inName.some((word) => word.startsWith(prefix)));
}

function hasWords(text: string, value: string): boolean {
  const all = words(text);
  return words(value).every((word) => all.includes(word));
}
