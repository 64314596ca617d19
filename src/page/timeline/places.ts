import { placeOfArea } from '../app/place.ts';

export const TIMELINE = 'timeline';
const BETWEEN = '+';

export const placeOfRun = (runId: string): string => placeOfArea(TIMELINE, runId);

export const partOfComparison = (first: string, second: string): string => `${first}${BETWEEN}${second}`;

export const placeOfComparison = (first: string, second: string): string =>
  placeOfArea(TIMELINE, partOfComparison(first, second));

/** The runs that a part of the area names: one, or two to compare. */
export const runsIn = (part: string): readonly string[] => part.split(BETWEEN).slice(0, 2);
