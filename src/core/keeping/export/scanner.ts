import { JsonValueEnd } from '../../kernel/json-value-end.ts';
import { quote } from '../../kernel/quoted.ts';
import type { Says } from '../../kernel/says.ts';
import { exportLimits } from './limits.ts';
import { sayFault } from './says.ts';

/** What a document says, in its order. */
export type Scanned =
  /** A field beside the sections, as JSON. */
  | { readonly found: 'field'; readonly name: string; readonly text: string }
  | { readonly found: 'section'; readonly name: string }
  /** A field of a section beside its items, as JSON. */
  | { readonly found: 'fact'; readonly section: string; readonly name: string; readonly text: string }
  | { readonly found: 'item'; readonly section: string; readonly text: string };

/** The text is no document of this form. */
export class Unreadable extends Error {
  readonly says: Says;

  constructor(says: Says) {
    super(says.code);
    this.name = 'Unreadable';
    this.says = says;
  }
}

type Place = 'start' | 'top' | 'sections' | 'section' | 'items' | 'end';
type Expects = 'open' | 'key' | 'colon' | 'value' | 'comma' | 'nothing';

const SPACE = /[^\s]/gu;

/**
 * Takes the text of a document in pieces, and gives out its items one by one: a document may be larger than the memory.
 * What it gives out is not parsed yet.
 */
export class DocumentScanner {
  #place: Place = 'start';
  #expects: Expects = 'open';
  #section = '';
  #name = '';
  /** Of the value that is read: its text so far, and where it ends. */
  #pieces: string[] = [];
  #chars = 0;
  readonly #valueEnd = new JsonValueEnd();
  #isReading = false;
  #isFirst = true;
  /** The names so far of what each place is in. */
  readonly #names = new Map<Place, Set<string>>();

  /** @throws Unreadable */
  *feed(text: string): Generator<Scanned> {
    for (let at = 0; at < text.length;) {
      if (this.#isReading) {
        const end = this.#valueEnd.find(text, at);
        this.#keep(text.slice(at, end ?? text.length));
        if (end === null) return;
        at = end;
        const value = this.#pieces.join('');
        this.#pieces = [];
        this.#chars = 0;
        this.#isReading = false;
        const said = this.#take(value);
        if (said) yield said;
        continue;
      }
      SPACE.lastIndex = at;
      const found = SPACE.exec(text);
      if (!found) return;
      at = found.index;
      const said = this.#sign(text.charAt(at));
      if (said === 'value') continue;
      at += 1;
      if (said) yield said;
    }
  }

  /** @throws Unreadable if the document is not at its end */
  end(): void {
    if (this.#place !== 'end') throw new Unreadable(sayFault('unusable.cut_off'));
  }

  /** A sign between values. @returns 'value' where a value begins with it */
  #sign(sign: string): Scanned | 'value' | null {
    const wrong = () => new Unreadable(sayFault('unusable.near', { name: quote(this.#name, NAME_CHARS) }));
    switch (this.#expects) {
      case 'open':
        if (sign !== '{') throw wrong();
        return this.#enter('top');
      case 'key':
        if (sign === '}' && this.#isFirst) return this.#leave();
        if (sign !== '"') throw wrong();
        return this.#begin();
      case 'colon':
        if (sign !== ':') throw wrong();
        this.#expects = 'value';
        return null;
      case 'value':
        return this.#value(sign, wrong);
      case 'comma':
        if (sign === (this.#place === 'items' ? ']' : '}')) return this.#leave();
        if (sign !== ',') throw wrong();
        this.#expects = this.#place === 'items' ? 'value' : 'key';
        this.#isFirst = false;
        return null;
      case 'nothing':
        throw wrong();
    }
  }

  #value(sign: string, wrong: () => Unreadable): Scanned | 'value' | null {
    if (this.#place === 'items' && sign === ']' && this.#isFirst) return this.#leave();
    if (this.#place === 'top' && this.#name === 'sections') {
      if (sign !== '{') throw wrong();
      return this.#enter('sections');
    }
    if (this.#place === 'sections') {
      if (sign !== '{') throw wrong();
      this.#section = this.#name;
      this.#enter('section');
      return { found: 'section', name: this.#section };
    }
    if (this.#place === 'section' && this.#name === 'items') {
      if (sign !== '[') throw wrong();
      this.#enter('items');
      this.#expects = 'value';
      return null;
    }
    if (sign === ',' || sign === ']' || sign === '}' || sign === ':') throw wrong();
    return this.#begin();
  }

  #enter(place: Place): null {
    this.#place = place;
    this.#expects = 'key';
    this.#isFirst = true;
    this.#names.set(place, new Set());
    return null;
  }

  #leave(): null {
    const up: Readonly<Record<Place, Place>> = {
      items: 'section',
      section: 'sections',
      sections: 'top',
      top: 'end',
      start: 'end',
      end: 'end',
    };
    this.#place = up[this.#place];
    this.#expects = this.#place === 'end' ? 'nothing' : 'comma';
    this.#isFirst = false;
    return null;
  }

  #begin(): 'value' {
    this.#isReading = true;
    this.#valueEnd.begin();
    return 'value';
  }

  #take(value: string): Scanned | null {
    if (this.#expects === 'key') {
      this.#name = nameIn(value);
      const names = this.#names.get(this.#place);
      // Readers of JSON differ about which of two counts.
      if (names?.has(this.#name))
        throw new Unreadable(sayFault('unusable.name_twice', { name: quote(this.#name, NAME_CHARS) }));
      names?.add(this.#name);
      this.#expects = 'colon';
      return null;
    }
    this.#expects = 'comma';
    if (this.#place === 'items') return { found: 'item', section: this.#section, text: value };
    if (this.#place === 'section')
      return { found: 'fact', section: this.#section, name: this.#name, text: value };
    return { found: 'field', name: this.#name, text: value };
  }

  #keep(piece: string): void {
    this.#chars += piece.length;
    const most = this.#place === 'items' ? exportLimits.itemChars : exportLimits.headChars;
    if (this.#chars > most) throw new Unreadable(sayFault('unusable.part_long'));
    this.#pieces.push(piece);
  }
}

const NAME_CHARS = 64;

function nameIn(value: string): string {
  try {
    return String(JSON.parse(value));
  } catch {
    throw new Unreadable(sayFault('unusable.name_no_json'));
  }
}
