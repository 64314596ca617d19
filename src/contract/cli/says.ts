import { saying, type Facts } from '../../core/kernel/says.ts';
import type { Says, Tell as EveryTell } from '../words/says.ts';
import type { terminal } from '../words/en/terminal.ts';

type English = typeof terminal;

/**
 * What the terminal says of a run that it follows, of questions, and of what it could not do: a code for each of its
 * English words, with the facts that they take. A new sentence is written there, and does not compile without the other
 * languages.
 */
export type TerminalSays = {
  readonly [Code in keyof English]: English[Code] extends (facts: infer Given, ...more: never) => string
    ? Given
    : Record<never, never>;
};

export const say = saying<TerminalSays>();

/** Puts into words what the engine says, and by its code what the terminal says itself. */
export interface Tell {
  (says: Says | readonly Says[]): string;
  <Code extends keyof TerminalSays>(
    code: Code,
    ...facts: Record<never, never> extends TerminalSays[Code] ? [] : [facts: TerminalSays[Code]]
  ): string;
}

/** The same, of what tells sentences. */
export const byCodes = (tell: EveryTell): Tell => {
  const told = (says: string | Says | readonly Says[], facts: Facts = {}): string =>
    tell(typeof says === 'string' ? { code: says, facts } : says);
  return told;
};
