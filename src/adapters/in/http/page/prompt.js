import { told } from './api.js';
import { button, el } from './view.js';

/** The pending question of a run as a form: options, free text, or several questions. */
export function promptForm(prompt, reply) {
  const { promptId, options = [], questions, allowFreeText = true, expiresAt } = prompt;
  const hint = el('p', 'hint', `Waits until ${new Date(expiresAt).toLocaleString()}`);
  const all = el('fieldset');
  const answer = async (words) => {
    all.disabled = true;
    try {
      await reply({ answer: words, promptId });
      hint.textContent = 'Answered.';
    } catch (error) {
      hint.textContent = told(error);
      // After these the run has stopped waiting.
      all.disabled = [404, 409, 410].includes(error.status);
    }
  };
  const canType = ({ options: given = [] }) => allowFreeText || given.length === 0;
  const parts = questions
    ? questions.map((one, index) => part(one, canType(one), one.options.map(radio(`${promptId}/${index}`))))
    : [
        part(
          prompt,
          canType(prompt),
          options.map((option) => button(option, () => answer(option))),
        ),
      ];
  all.append(...parts.map(({ fields }) => fields));
  if (questions || canType(prompt)) all.append(el('button', 'primary', 'Reply'));
  const form = el('form', 'prompt', all, hint);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const given = parts.flatMap(({ value }, index) => (value() ? [[index, value()]] : []));
    if (given.length === 0) hint.textContent = 'Answer at least one question.';
    else void answer(questions ? JSON.stringify(Object.fromEntries(given)) : given[0][1]);
  });
  return form;
}

const radio = (name) => (option) => {
  const input = Object.assign(el('input'), { type: 'radio', name, value: option });
  return el('label', 'choice', input, option);
};

/** The fields of one question; free text overrides a chosen option. */
function part({ header, question }, canType, choices) {
  const legend = el('legend', '', header ? `${header}: ${question}` : question);
  const fields = el('fieldset', '', legend, ...choices);
  const words = el('input');
  if (canType)
    fields.append(
      el('label', 'words', choices.length > 0 ? 'Or in your own words' : 'In your own words', words),
    );
  return { fields, value: () => words.value.trim() || fields.querySelector(':checked')?.value };
}
