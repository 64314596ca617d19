import { told } from './api.js';
import { button, el } from './view.js';

/** A question that a run waits on, as a form: options, own words, or several in one. */
export function promptForm(prompt, reply) {
  const { promptId, question, options = [], questions, allowFreeText = true, expiresAt } = prompt;
  const hint = el('p', 'hint', `Waits until ${new Date(expiresAt).toLocaleString()}`);
  const all = el('fieldset');
  const answer = async (words) => {
    all.disabled = true;
    try {
      await reply({ answer: words, promptId });
      hint.textContent = 'Answered.';
    } catch (error) {
      hint.textContent = told(error);
      // After these nobody waits for an answer any more.
      all.disabled = [404, 409, 410].includes(error.status);
    }
  };
  const parts = questions
    ? questions.map((one, index) => part(one, allowFreeText, `${promptId}/${index}`))
    : [part({ question, options: [] }, allowFreeText || options.length === 0)];
  all.append(...parts.map(({ fields }) => fields));
  if (!questions) all.append(...options.map((option) => button(option, () => answer(option))));
  const canType = questions || allowFreeText || options.length === 0;
  if (canType) all.append(el('button', 'primary', 'Reply'));
  const form = el('form', 'prompt', all, hint);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const given = parts.flatMap(({ value }, index) => (value() ? [[index, value()]] : []));
    if (given.length === 0) hint.textContent = 'Nothing is answered yet.';
    else void answer(questions ? JSON.stringify(Object.fromEntries(given)) : given[0][1]);
  });
  return form;
}

/** The fields of one question; own words count more than what is chosen. */
function part({ header, question, options }, allowFreeText, name) {
  const choices = options.map((option) => {
    const radio = el('input');
    Object.assign(radio, { type: 'radio', name, value: option });
    return el('label', 'choice', radio, option);
  });
  const fields = el(
    'fieldset',
    '',
    el('legend', '', header ? `${header}: ${question}` : question),
    ...choices,
  );
  const words = el('input');
  if (allowFreeText || options.length === 0) fields.append(el('label', '', 'In your own words', words));
  return { fields, value: () => words.value.trim() || fields.querySelector(':checked')?.value };
}
