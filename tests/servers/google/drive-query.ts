// The search language of Drive: `name = 'a' and not trashed = true and 'me' in owners`.
import { FOLDER, type DriveFile, type DriveTree, type Viewer } from './drive-tree.ts';
import { badValue } from './refusals.ts';

export type Holds = (file: DriveFile) => boolean;

type Token =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'word'; readonly value: string }
  | { readonly kind: 'sign'; readonly value: string };

/** What a search looks into beside names: the words of a document or of a kept text. */
export type WordsOf = (file: DriveFile) => string;

/** @throws Refused for a text that is no query */
export function queryOf(text: string, tree: DriveTree, viewer: Viewer, wordsOf: WordsOf): Holds {
  const tokens = tokensOf(text);
  let at = 0;
  const refuse = () => badValue('q');
  const next = (): Token => {
    const token = tokens[at];
    if (!token) throw refuse();
    at += 1;
    return token;
  };
  const isWord = (word: string, place = at) => {
    const token = tokens[place];
    return token?.kind === 'word' && token.value.toLowerCase() === word;
  };
  const isSign = (sign: string) => tokens[at]?.kind === 'sign' && tokens[at]?.value === sign;
  const literal = (): string => {
    const token = next();
    if (token.kind !== 'text') throw refuse();
    return token.value;
  };
  const sign = (expected: string) => {
    const token = next();
    if (token.kind !== 'sign' || token.value !== expected) throw refuse();
  };
  const word = (expected: string) => {
    if (!isWord(expected)) throw refuse();
    at += 1;
  };

  const either = (): Holds => {
    let holds = both();
    while (isWord('or')) {
      at += 1;
      const [one, other] = [holds, both()];
      holds = (file) => one(file) || other(file);
    }
    return holds;
  };
  const both = (): Holds => {
    let holds = single();
    while (isWord('and')) {
      at += 1;
      const [one, other] = [holds, single()];
      holds = (file) => one(file) && other(file);
    }
    return holds;
  };
  const single = (): Holds => {
    if (isWord('not')) {
      at += 1;
      const holds = single();
      return (file) => !holds(file);
    }
    if (isSign('(')) {
      at += 1;
      const holds = either();
      sign(')');
      return holds;
    }
    return term();
  };

  const account = (file: DriveFile, email: string) =>
    file.owner?.email === (email === 'me' ? viewer.account.email : email);
  const term = (): Holds => {
    const first = next();
    if (first.kind === 'text') {
      word('in');
      const { value } = first;
      const collection = next().value;
      if (collection === 'parents') {
        const id = value === 'root' ? viewer.account.root : value;
        return (file) => file.parents.includes(id);
      }
      if (collection === 'owners') return (file) => account(file, value);
      if (collection === 'writers' || collection === 'readers')
        return (file) =>
          account(file, value) ||
          [...file.sharedWith].some(
            ([one, role]) =>
              one.email === (value === 'me' ? viewer.account.email : value) &&
              (collection === 'readers' || role === 'writer'),
          );
      throw refuse();
    }
    if (first.kind !== 'word') throw refuse();
    switch (first.value) {
      case 'name': {
        if (isWord('contains')) {
          at += 1;
          const value = literal();
          return (file) => hasPrefixes(file.name, value);
        }
        const isSame = equality();
        const value = literal().toLowerCase();
        return (file) => (file.name.toLowerCase() === value) === isSame;
      }
      case 'fullText': {
        word('contains');
        const value = literal();
        return (file) => hasWords(`${file.name}\n${file.description ?? ''}\n${wordsOf(file)}`, value);
      }
      case 'mimeType': {
        if (isWord('contains')) {
          at += 1;
          const value = literal();
          return (file) => file.mimeType.startsWith(value);
        }
        const isSame = equality();
        const value = literal();
        return (file) => (file.mimeType === value) === isSame;
      }
      case 'trashed':
      case 'starred':
      case 'sharedWithMe': {
        const { value } = first;
        const of: Holds =
          value === 'trashed'
            ? (file) => tree.isTrashed(file)
            : value === 'starred'
              ? (file) => file.isStarred
              : (file) => file.owner !== viewer.account && file.sharedWith.has(viewer.account);
        if (value === 'sharedWithMe' && tokens[at]?.kind !== 'sign') return of;
        const isSame = equality();
        const told = next();
        if (told.kind !== 'word' || !/^(?:true|false)$/u.test(told.value)) throw refuse();
        return (file) => of(file) === ((told.value === 'true') === isSame);
      }
      case 'modifiedTime':
      case 'createdTime': {
        const way = next().value;
        const compare = COMPARISONS[way];
        const time = Date.parse(zoned(literal()));
        if (!compare || Number.isNaN(time)) throw refuse();
        const isModified = first.value === 'modifiedTime';
        return (file) => compare(isModified ? file.modifiedAt : file.createdAt, time);
      }
      case 'appProperties':
      case 'properties': {
        word('has');
        sign('{');
        word('key');
        sign('=');
        const key = literal();
        word('and');
        word('value');
        sign('=');
        const value = literal();
        sign('}');
        const isOfApp = first.value === 'appProperties';
        return (file) =>
          (isOfApp ? file.appProperties.get(viewer.client.id)?.[key] : file.properties[key]) === value;
      }
      default:
        throw refuse();
    }
  };
  const equality = (): boolean => {
    const { kind, value } = next();
    if (kind !== 'sign' || (value !== '=' && value !== '!=')) throw refuse();
    return value === '=';
  };

  const holds = either();
  if (at !== tokens.length) throw refuse();
  return holds;
}

const COMPARISONS: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '=': (one, other) => one === other,
  '!=': (one, other) => one !== other,
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
};

/** Times without a zone are UTC. */
const zoned = (time: string) =>
  /(?:z|[+-]\d{2}:?\d{2})$/iu.test(time) || !time.includes('T') ? time : `${time}Z`;

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const shape = /\s*(?:'((?:[^'\\]|\\['\\])*)'|([A-Za-z]\w*)|(!=|<=|>=|[=<>(){}]))/uy;
  while (text.slice(shape.lastIndex).trim() !== '') {
    const found = shape.exec(text);
    if (!found) throw badValue('q');
    const [, literal, word, sign] = found;
    if (literal !== undefined) tokens.push({ kind: 'text', value: literal.replaceAll(/\\(['\\])/gu, '$1') });
    else if (word !== undefined) tokens.push({ kind: 'word', value: word });
    else tokens.push({ kind: 'sign', value: sign ?? '' });
  }
  return tokens;
}

const words = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** As the vendor searches names: each word of the value begins a word of the name. */
function hasPrefixes(name: string, value: string): boolean {
  const inName = words(name);
  return words(value).every((prefix) => inName.some((word) => word.startsWith(prefix)));
}

/** All words somewhere; within double quotes, exactly this sequence. */
function hasWords(text: string, value: string): boolean {
  const phrase = /^"(.*)"$/su.exec(value)?.[1];
  const all = words(text);
  if (phrase !== undefined) return ` ${all.join(' ')} `.includes(` ${words(phrase).join(' ')} `);
  return words(value).every((word) => all.includes(word));
}

/** `folder,modifiedTime desc,name`. @throws Refused */
export function orderOf(text: string): (one: DriveFile, other: DriveFile) => number {
  const keys = text.split(',').map((part) => {
    const [name = '', direction] = part.trim().split(/\s+/u);
    const by = ORDERS[name];
    if (!by || (direction !== undefined && direction !== 'desc')) throw badValue('orderBy');
    return { by, sign: direction === 'desc' ? -1 : 1 };
  });
  return (one, other) => {
    for (const { by, sign } of keys) {
      const difference = by(one, other);
      if (difference !== 0) return difference * sign;
    }
    return 0;
  };
}

const ORDERS: Readonly<Record<string, (one: DriveFile, other: DriveFile) => number>> = {
  name: (one, other) => one.name.localeCompare(other.name),
  name_natural: (one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }),
  modifiedTime: (one, other) => one.modifiedAt - other.modifiedAt,
  modifiedByMeTime: (one, other) => one.modifiedAt - other.modifiedAt,
  viewedByMeTime: (one, other) => one.modifiedAt - other.modifiedAt,
  recency: (one, other) => one.modifiedAt - other.modifiedAt,
  createdTime: (one, other) => one.createdAt - other.createdAt,
  folder: (one, other) => Number(other.mimeType === FOLDER) - Number(one.mimeType === FOLDER),
  quotaBytesUsed: (one, other) => (one.content?.size ?? 0) - (other.content?.size ?? 0),
  starred: (one, other) => Number(other.isStarred) - Number(one.isStarred),
};
