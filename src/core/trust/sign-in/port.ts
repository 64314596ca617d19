import type { PersonId } from '../../kernel/ids.ts';
import type { Says } from '../../kernel/says.ts';
import type { PeopleChange } from '../people/store.ts';
import type { Purpose, TimeNow } from './model.ts';
import type { SignInChange } from './store.ts';

/** What one person is told by the engine. */
export interface Told {
  readonly whom: PersonId;
  readonly title: Says;
  readonly text: Says;
}

/** Commits as `Journal`, and what people are told of it with it. @throws as `Journal.commit` */
export interface SignInJournal {
  commit(
    changes: readonly (SignInChange | PeopleChange)[],
    told?: readonly Told[],
    durability?: 'written',
  ): Promise<void>;
}

/** Makes values that let somebody in, and what is kept of them. */
export interface Values {
  /** A new one: 32 random bytes in base64url. No log shows it. */
  mint(): string;
  hash(value: string, purpose: Purpose): string;
}

/** Told when somebody may do less: `AccessChanged` of the people. */
export interface Changed {
  tell(): void;
}

/** What is asked of the clock: see `TimeNow`. */
export type Time = () => TimeNow;
