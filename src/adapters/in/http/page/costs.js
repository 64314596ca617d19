import { json, told } from './api.js';
import { dollars, el } from './view.js';

const SPANS = [
  ['Today', 1],
  ['7 days', 7],
  ['30 days', 30],
];

/** The recent cost, by model, in days of this browser's time zone. */
export function costsDialog(get) {
  const [dialog, body] = ['costs', 'costs-body'].map(get);
  return async () => {
    body.textContent = '…';
    dialog.showModal();
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    try {
      const query = new URLSearchParams({ days: 30, timeZone });
      const { days } = await json('GET', `/api/history/cost/daily?${query}`);
      body.replaceChildren(...SPANS.map(([name, count]) => table(name, days.slice(-count))));
    } catch (error) {
      body.textContent = told(error);
    }
  };
}

function table(name, days) {
  const models = Map.groupBy(
    days.flatMap(({ models }) => models),
    ({ model }) => model,
  );
  const rows = [...models].map(([model, spent]) => row('td', model, sums(spent)));
  return el('table', '', row('th', name, sums(days)), ...rows);
}

const sums = (spent) => [
  spent.reduce((sum, { runs }) => sum + runs, 0),
  spent.reduce((sum, { costUsd }) => sum + costUsd, 0),
];

const row = (tag, name, [runs, costUsd]) =>
  el(
    'tr',
    '',
    ...[name, runs === 1 ? '1 run' : `${runs} runs`, dollars(costUsd)].map((cell) => el(tag, '', cell)),
  );
