import type { Says } from '../../../../core/kernel/says.ts';
import type { Worded } from '../../../../core/kernel/worded.ts';

/** What the engine said, from its two columns. */
export function wordedIn(text: string, saysJson: string | null): Worded;
export function wordedIn(text: string | null, saysJson: string | null): Worded | null;
export function wordedIn(text: string | null, saysJson: string | null): Worded | null {
  return text === null ? null : { text, says: saysIn(saysJson) };
}

const saysIn = (json: string | null) => (json === null ? null : (JSON.parse(json) as readonly Says[]));

/** The column beside the text. */
export const saysJson = (worded: Worded | null): string | null =>
  worded?.says ? JSON.stringify(worded.says) : null;
