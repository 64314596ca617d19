import { render } from 'preact';
import './styles/tokens.css';
import './styles/elements.css';
import { App } from './app/app.tsx';
import { refreshModel, refreshProblems } from './app/model.ts';
import { say } from './app/notices.ts';
import { isNarrow } from './app/narrow.ts';
import { place } from './app/place.ts';
import { showLooks } from './app/looks.ts';
import { told } from './engine/failure.ts';
import { loadAmounts, loadDates, loadDistances } from './parts/format.ts';
import { pause } from './parts/frames.ts';
import { jumpToMessages } from './threads/jump.ts';
import { keepUpToDate } from './threads/keep-up-to-date.ts';
import { greetReturning } from './today/returning.ts';

greetReturning();
showLooks();
// In tasks of their own, so that the browser may draw, and answer a click, between them.
await pause();
for (const read of [refreshModel, refreshProblems]) read().catch((error: unknown) => say(told(error)));
await pause();
// What is asked is on its way while the page is drawn.
keepUpToDate();
await pause();
const root = document.getElementById('page');
if (root) render(<App />, root);
await pause();
// While the answers are on the way: what is shown first needs them.
const isToday = place.value.area === 'today';
// Today says how far things are, and a narrow screen has no list of conversations beside it.
const tables = [
  ...(isToday && isNarrow.value ? [] : [loadDates]),
  ...(isToday ? [loadDistances, loadAmounts] : []),
];
for (const load of tables) {
  load();
  await pause();
}
jumpToMessages();
