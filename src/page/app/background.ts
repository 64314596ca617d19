import { watchForNews } from '../notifications/watch.ts';
import { keepWorker, onOpened } from '../offline/registration.ts';

let isWatching = false;

/** What the page does beside what is seen, once this browser is let in. May be repeated. */
export function workInBackground(): void {
  // It may take long, and what happens meanwhile is told by then.
  void keepWorker();
  if (isWatching) return;
  isWatching = true;
  onOpened((address) => (location.hash = address));
  watchForNews();
}
