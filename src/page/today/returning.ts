import { replacePlace, placeOfArea } from '../app/place.ts';
import { isReturn, kept, noteVisit } from './last-visit.ts';

const PAUSE_MS = 60_000;

/**
 * Shows Today to a person who was away and opens the page by its bare address; any other address stays what it is, and
 * so does a reload. From then on the browser remembers when the page was looked at.
 */
export function greetReturning(): void {
  const now = Date.now();
  if (location.hash === '' && isReturn(kept(), now)) replacePlace(placeOfArea('today'));
  const note = () => {
    if (document.visibilityState === 'visible') noteVisit(Date.now());
  };
  note();
  document.addEventListener('visibilitychange', note);
  setInterval(note, PAUSE_MS);
}
