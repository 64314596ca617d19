import { timeZones } from '../parts/format.ts';

/** Letters and digits alone: `New_York`, `new york`. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');

/**
 * The time zone that is meant by what was typed, as IANA names it: by its name in any spelling, or by its city where only
 * one has it (Berlin is Europe/Berlin). Any other text stays as it is, so that the engine says what is wrong with it.
 */
export function zoneTyped(text: string, zones: readonly string[] = timeZones()): string {
  const typed = plain(text);
  if (typed === '' || zones.includes(text.trim())) return text.trim();
  const byName = zones.filter((zone) => plain(zone) === typed);
  const byCity = zones.filter((zone) => plain(zone.split('/').at(-1) ?? '') === typed);
  const [only, another] = byName.length > 0 ? byName : byCity;
  return only !== undefined && another === undefined ? only : text.trim();
}
