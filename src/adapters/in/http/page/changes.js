import { json, request, told } from './api.js';
import { button, el } from './view.js';

/** The review that keeps the files of these paths and undoes all others. */
export function reviewOf({ runId, files }, kept) {
  const rolledBackFiles = files.map(({ path }) => path).filter((path) => !kept.includes(path));
  if (rolledBackFiles.length === 0) return { action: 'accept', runId };
  if (rolledBackFiles.length === files.length) return { action: 'rollback', runId };
  return { action: 'partial', runId, rolledBackFiles };
}

/** The outcome, in lines. */
export const outcomeOf = ({ accepted, rolledBack, failed }) => [
  `${accepted} kept, ${rolledBack} undone.`,
  ...failed.map(({ path, reason }) => `${path}: ${reason}`),
];

/** The unreviewed changes of a thread, as a form: keep or undo each file. */
export async function changesPanels(thread, onReviewed, said = []) {
  const path = `${thread}/changeset`;
  const set = await json('GET', path);
  const lines = said.map((line) => el('p', 'hint', line));
  return [
    ...(lines.length > 0 ? [el('section', 'prompt', ...lines)] : []),
    ...(set.pending ? [panel(set, path, onReviewed)] : []),
  ];
}

function panel(set, path, onReviewed) {
  const boxes = set.files.map(({ path }) =>
    Object.assign(el('input'), { type: 'checkbox', checked: true, value: path, ariaLabel: `Keep ${path}` }),
  );
  const hint = el('p', 'hint', '');
  hint.role = 'status';
  const all = el('fieldset');
  const review = async (kept) => {
    all.disabled = true;
    try {
      const body = reviewOf(set, kept);
      const answer = await request('POST', `${path}/review`, { body });
      await onReviewed(outcomeOf(await answer.json()));
    } catch (error) {
      hint.textContent = told(error);
      all.disabled = false;
      // What is shown is out of date.
      if (['changeset_run_stale', 'no_changeset'].includes(error.code)) await onReviewed([told(error)]);
    }
  };
  const paths = boxes.map(({ value }) => value);
  const count = paths.length === 1 ? '1 changed file' : `${paths.length} changed files`;
  all.append(
    el('legend', '', `${count} to review: ticked files are kept`),
    el(
      'div',
      'list',
      set.files.map((file, index) => fileView(file, boxes[index])),
    ),
    button('Keep all', () => review(paths), 'primary'),
    button('Undo all', () => review([])),
    button('Keep ticked files, undo the rest', () =>
      review(boxes.filter(({ checked }) => checked).map(({ value }) => value)),
    ),
  );
  return el('form', 'prompt changes', all, hint);
}

function fileView({ path, status, diff, linesAdded, linesRemoved, binary, diffOmitted }, box) {
  const what = binary ? 'binary' : diffOmitted ? 'too long to show' : `+${linesAdded} −${linesRemoved}`;
  const summary = el('summary', '', el('code', '', path), el('span', 'status', `${status} · ${what}`));
  const lines = diff
    .split('\n')
    .slice(2, -1)
    .map((line) => el('span', KINDS[line[0]], `${line}\n`));
  const details = el('details', 'tool', summary, ...(diff ? [el('pre', '', lines)] : []));
  return el('div', 'change', box, details);
}

const KINDS = { '+': 'good', '-': 'bad', '@': 'hint' };
