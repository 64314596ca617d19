import type { InsightSays } from '../../../core/execution/insights/says.ts';
import type { Words } from '../says.ts';
import { allQuoted, quoted } from './forms.ts';

const atLeast = (count: number, isAtLeast: boolean): string => (isAtLeast ? `at least ${count}` : `${count}`);
const dollars = (usd: number): string => `$${usd >= 0.01 ? usd.toFixed(2) : usd.toPrecision(2)}`;

export const insights: Words<InsightSays> = {
  'pattern.sequence': ({ tools, runs, isAtLeast }) =>
    `In ${atLeast(runs, isAtLeast)} runs that succeeded, these tools were used one after another: ${allQuoted(tools)}.`,
  'pattern.failing-tool': ({ tools, failures, calls }) =>
    `The tool ${allQuoted(tools)} failed in ${failures} of its last ${calls} calls.`,
  'pattern.costly-thread': ({ usd, times, ofHalfUsd }) =>
    `A conversation has cost ${dollars(usd)}, ${times} times as much as half of the conversations (${dollars(ofHalfUsd)} or less).`,
  'pattern.repeated-question': ({ text, count, isAtLeast }) =>
    `A question like ${quoted(text)} was asked ${atLeast(count, isAtLeast)} times.`,
};
