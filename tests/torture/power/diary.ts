import { statSync } from 'node:fs';

interface Note {
  /** The position in the disk's log when it was noted. */
  readonly at: number;
  change(state: unknown): void;
}

type Key = string | number | symbol;

/**
 * What a client was told, with the position in the disk's log at each change: all that caused an answer is in the log
 * before that position, so a cut there or later must keep what the answer promised.
 */
export class Diary<State extends object> {
  readonly #log: string;
  readonly #initial: () => State;
  readonly #notes: Note[] = [];
  /** The present state. Each assignment to it, at any depth, and each `set` of a map in it, is noted. */
  readonly now: State;

  constructor(log: string, initial: () => State) {
    this.#log = log;
    this.#initial = initial;
    this.now = this.#noting(initial(), []);
  }

  /** The positions at which something was noted. */
  get positions(): readonly number[] {
    return this.#notes.map(({ at }) => at);
  }

  /** What the client had been told when the log was this long. */
  at(position: number): State {
    const state = this.#initial();
    for (const note of this.#notes) if (note.at <= position) note.change(state);
    return state;
  }

  #note(path: readonly Key[], change: (within: object) => void): void {
    this.#notes.push({
      at: statSync(this.#log).size,
      change: (state) =>
        change(path.reduce((within, key) => Reflect.get(within, key) as object, state as object)),
    });
  }

  #noting<Part extends object>(part: Part, path: readonly Key[]): Part {
    if (part instanceof Map) return this.#notingMap(part, path) as unknown as Part;
    return new Proxy(part, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'object' && value !== null ? this.#noting(value, [...path, key]) : value;
      },
      set: (target, key, value: unknown) => {
        // A copy, because the value may be changed and noted later.
        const copy: unknown = structuredClone(value);
        this.#note(path, (within) => Reflect.set(within, key, structuredClone(copy)));
        return Reflect.set(target, key, value);
      },
    });
  }

  #notingMap(map: Map<unknown, unknown>, path: readonly Key[]): Map<unknown, unknown> {
    const note = (key: unknown, value: unknown) =>
      this.#note(path, (within) => void (within as typeof map).set(key, value));
    return new Proxy(map, {
      get: (target, name) => {
        if (name === 'set')
          return (key: unknown, value: unknown) => {
            note(key, value);
            return target.set(key, value);
          };
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
  }
}
