// The script of offline.html, which is shown in place of the page while svc is not running: it says so in the language of the
// person, and goes on by itself once svc is back. Without it the screen says so in every language.
import { ensureStorage } from '../app/browser-storage.ts';
import { chosenLanguage } from '../app/language.ts';

/** Between two looks for svc. */
const LOOK_MS = 3_000;

ensureStorage();
const language = chosenLanguage();
document.documentElement.lang = language;
for (const section of document.querySelectorAll('section')) section.hidden = section.lang !== language;

let isLooking = false;
/** Loads the page that was asked for, once there is one. Its address keeps what was open. */
async function look(): Promise<void> {
  if (isLooking || document.visibilityState === 'hidden') return;
  isLooking = true;
  try {
    // No navigation, so it does not pass through the worker.
    const { ok } = await fetch('/', { cache: 'no-store' });
    if (ok) location.reload();
  } catch {
    // It is still away.
  } finally {
    isLooking = false;
  }
}

setInterval(() => void look(), LOOK_MS);
for (const event of ['online', 'focus']) addEventListener(event, () => void look());
document.addEventListener('visibilitychange', () => void look());
for (const link of document.querySelectorAll('section a'))
  link.addEventListener('click', (event) => {
    event.preventDefault();
    location.reload();
  });
