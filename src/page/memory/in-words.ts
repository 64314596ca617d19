import { moment } from '../parts/format.ts';
import { memoryWords as said } from '#words/memory.ts';
import type { Memory, Source } from './memories.ts';

/** Who brought a memory. What extraction takes are the owner's own words, and noting is what `remember` is for. */
export const sourceWords = ({ origin, tool }: Source): string =>
  tool === 'extraction'
    ? said.by.said
    : tool === null || origin === 'user' || tool === 'remember'
      ? said.by[origin]
      : `${said.by[origin]} ${said.tool(tool)}`;

/** What became of a memory. */
export const stateOf = ({
  supersededAt,
  supersededBy,
}: {
  readonly supersededAt: string | null;
  readonly supersededBy: string | null;
}): 'current' | 'replaced' | 'forgotten' =>
  supersededAt === null ? 'current' : supersededBy === null ? 'forgotten' : 'replaced';

/** What became of a memory, and when. */
export const stateSince = (version: Parameters<typeof stateOf>[0]): string => {
  const state = said.states[stateOf(version)];
  return version.supersededAt === null ? state : said.since(state, moment(version.supersededAt));
};

/** Whether it was found only because of the memory before or behind it, and not for what it says. */
export const isBeside = ({ reasons = [] }: Pick<Memory, 'reasons'>): boolean =>
  reasons.includes('neighbours');

/**
 * How many of those that were found fit, in words, and how many stand only beside one that fits.
 * @param most so many are found at most
 */
export function foundWords(found: readonly Pick<Memory, 'reasons'>[], most: number): string {
  const beside = found.filter(isBeside).length;
  const fits = found.length - beside;
  return [
    found.length >= most ? said.best(fits) : said.fits(fits),
    ...(beside === 0 ? [] : [said.beside(beside)]),
  ].join(' · ');
}
