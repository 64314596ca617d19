import type { InsightSays } from '../../../core/execution/insights/says.ts';
import type { Words } from '../says.ts';
import { allQuoted, dollars, number, quoted } from './forms.ts';

const atLeast = (count: number, isAtLeast: boolean): string =>
  isAtLeast ? `mindestens ${number(count)}` : number(count);

export const insights: Words<InsightSays> = {
  'pattern.sequence': ({ tools, runs, isAtLeast }) =>
    `In ${atLeast(runs, isAtLeast)} Läufen, die gelangen, wurden diese Werkzeuge nacheinander verwendet: ${allQuoted(tools)}.`,
  'pattern.failing-tool': ({ tools, failures, calls }) =>
    `Das Werkzeug ${allQuoted(tools)} ist bei ${number(failures)} seiner letzten ${number(calls)} Aufrufe fehlgeschlagen.`,
  'pattern.costly-thread': ({ usd, times, ofHalfUsd }) =>
    `Eine Unterhaltung hat ${dollars(usd)} gekostet, ${number(times)}-mal so viel wie die Hälfte der Unterhaltungen (${dollars(ofHalfUsd)} oder weniger).`,
  'pattern.repeated-question': ({ text, count, isAtLeast }) =>
    `Eine Frage wie ${quoted(text)} wurde ${atLeast(count, isAtLeast)}-mal gestellt.`,
};
