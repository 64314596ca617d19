import type { PersonId } from '../../kernel/ids.ts';
import type { KnownSecrets, MaskedFor } from '../../ports/log.ts';
import { memberIn, type KnownOwner } from '../people/model.ts';
import { KnownValues } from './known-values.ts';
import { isUnguessable, wordsBeyondGuessing } from './guessable.ts';
import { isUnmistakable } from './value-mask.ts';

interface OfMember {
  readonly own: KnownValues;
  /** These, and what is masked for every member. */
  readonly masked: KnownValues;
}

/** The known values, by the people they are masked for. */
export class ValuesOfPeople implements KnownSecrets {
  readonly #all = new KnownValues();
  readonly #ofOwner = new KnownValues();
  readonly #inConversations = new KnownValues();
  readonly #ofEveryone = new KnownValues();
  /** Masked for everybody. */
  readonly #unguessable = new KnownValues();
  readonly #members = new Map<PersonId, OfMember>();

  learn(values: readonly string[], where?: 'always', whose?: PersonId | 'everyone'): void {
    const unguessable = values.filter(isUnguessable);
    const isOfMember = whose !== undefined && whose !== 'everyone';
    this.#all.learn(values);
    this.#unguessable.learn(inWhole(unguessable));
    this.#ofOwner.learn(isOfMember ? unguessable : values);
    this.#inConversations.learn(
      isOfMember ? unguessable : where === 'always' ? values : values.filter(isUnmistakable),
    );
    if (whose === 'everyone') this.#ofEveryone.learn(values);
    if (isOfMember) this.#member(whose).own.learn(values);
    this.#share();
  }

  forget(values: readonly string[], whose?: PersonId): void {
    const unguessable = values.filter(isUnguessable);
    const ofOwner = whose === undefined ? values : unguessable;
    this.#all.forget(values);
    this.#unguessable.forget(inWhole(unguessable));
    this.#ofOwner.forget(ofOwner);
    this.#inConversations.forget(ofOwner);
    if (whose !== undefined) this.#member(whose).own.forget(values);
    this.#share();
  }

  /** Everything, for what nobody but the operator reads. */
  all(): readonly string[] {
    return this.#all.list;
  }

  values(): readonly string[] {
    return this.#ofOwner.list;
  }

  unmistakable(): readonly string[] {
    return this.#inConversations.list;
  }

  ofMember(person: PersonId): readonly string[] {
    return this.#member(person).masked.list;
  }

  ownOfMember(person: PersonId): readonly string[] {
    return this.#member(person).own.list;
  }

  #member(person: PersonId): OfMember {
    const known = this.#members.get(person);
    if (known) return known;
    const made = { own: new KnownValues(), masked: new KnownValues() };
    this.#members.set(person, made);
    this.#shareWith(made);
    return made;
  }

  #share(): void {
    for (const member of this.#members.values()) this.#shareWith(member);
  }

  #shareWith({ own, masked }: OfMember): void {
    masked.become(new Set([...own.list, ...this.#ofEveryone.list, ...this.#unguessable.list]));
  }
}

/** The values and, of those with several words, each that no guess can hit: a text that comes in pieces is looked at word by word. */
const inWhole = (values: readonly string[]): readonly string[] => [
  ...new Set([...values, ...values.flatMap(wordsBeyondGuessing)]),
];

/** The values for each person; everyone but the owner is a member. */
export const maskedFor = (known: KnownSecrets, owner: KnownOwner): MaskedFor => {
  return {
    valuesFor: (person) => {
      const member = memberIn(person, owner);
      return member === null ? known.values() : known.ofMember(member);
    },
    unmistakableFor: (person) => {
      const member = memberIn(person, owner);
      return member === null ? known.unmistakable() : known.ofMember(member);
    },
    heldBackFor: (person) => {
      const member = memberIn(person, owner);
      return member === null ? known.unmistakable() : known.ownOfMember(member);
    },
    begunFor: (person) => (memberIn(person, owner) === null ? 'some' : 'half'),
  };
};
