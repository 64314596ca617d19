import { allowedSection } from './allowed.js';
import { json, told } from './api.js';
import { changesIn, explained, inTheWay, keys, lockOf, providerOf, providers } from './providers.js';
import { secretsSection } from './secrets.js';
import { el } from './view.js';

/** One item for each ignored source of the configuration: which, why, what to do. */
export const problemItems = (problems) =>
  problems.map(({ file, message }) => el('li', '', el('strong', '', file ? `${file}: ` : ''), message));

/** @param showModel shows and resolves to the model that would answer; @param onProblems gets the problems */
export function settingsDialog({ get, showModel, onProblems, onFailure }) {
  const [dialog, form, choices, replace] = ['settings', 'settings-form', 'choices', 'replace'].map(get);
  const lines = { wrong: get('settings-wrong'), said: get('settings-said') };
  const rows = Object.fromEntries(Object.keys(keys).filter(isField).map(fieldRow));
  const radios = providers.map(radio);
  const drop = el('input');
  drop.type = 'checkbox';
  const dropping = el('label', 'hint', drop, ' Remove the stored key');
  rows.api_key.row.append(dropping);
  get('fields').append(...Object.values(rows).map(({ row }) => row));

  const showSecrets = secretsSection(get);
  const showAllowed = allowedSection(get);

  let report;
  /** The initial values of the fields. */
  let before;

  const chosen = () => radios.find(({ checked }) => checked)?.value ?? '';
  const isKept = (key) => report.config[key] !== undefined;
  const say = (wrong, said = '') => {
    lines.wrong.textContent = wrong;
    lines.said.textContent = said;
  };

  function isLocked(key) {
    return lockOf(key, report) !== null;
  }

  function fill(next, model) {
    report = next;
    // A key in the environment implies a provider that no setting names.
    const implied = model.provider === 'demo' ? '' : model.provider;
    before = { ...report.config, provider: report.config.provider ?? implied ?? '' };
    for (const one of radios) {
      one.checked = one.value === before.provider;
      one.disabled = isLocked('provider');
    }
    get('provider-lock').textContent = lockOf('provider', report) ?? '';
    for (const [key, { input }] of Object.entries(rows)) {
      input.disabled = isLocked(key);
      input.value = key === 'api_key' ? '' : (before[key] ?? '');
    }
    rows.api_key.input.placeholder = isKept('api_key') ? 'A key is stored; enter one to replace it' : '';
    drop.checked = false;
    dropping.hidden = !isKept('api_key');
    get('settings-problems').replaceChildren(...problemItems(report.problems));
    const isForced = model.provider === 'demo' && before.provider !== '';
    get('answers').textContent = isForced
      ? 'This engine was started with --demo: the demo model answers, whatever you choose here.'
      : '';
    unmark();
    choose();
  }

  /** Shows the fields of the chosen provider. */
  function choose() {
    const { id, needs } = providerOf(chosen());
    for (const [key, { row, hint }] of Object.entries(rows)) {
      row.hidden = !(key in needs);
      hint.textContent = lockOf(key, report) ?? needs[key] ?? '';
    }
    const words = inTheWay(id, report, before.provider).map((key) => keys[key].label);
    get('in-the-way').textContent = words.length
      ? `Saving removes the stored values of: ${words.join(', ')}.`
      : '';
  }

  function unmark() {
    for (const { input, wrong } of Object.values(rows)) {
      wrong.textContent = '';
      input.ariaInvalid = null;
    }
    replace.hidden = true;
    say('');
  }

  function bodyOf(isNew) {
    const isOpen = ([key, { row }]) => !row.hidden && !isLocked(key);
    const given = Object.entries(rows)
      .filter(isOpen)
      .map(([key, { input }]) => [key, input.value]);
    if (!isLocked('provider')) given.push(['provider', chosen()]);
    // A new file is empty, so all filled-in fields go into it.
    if (isNew) return changesIn(Object.fromEntries(given), {}, []);
    const without = inTheWay(chosen(), report, before.provider);
    return changesIn(Object.fromEntries(given), before, drop.checked ? [...without, 'api_key'] : without);
  }

  async function save(isNew) {
    const body = bodyOf(isNew);
    unmark();
    try {
      const next = await json('PUT', `/api/config?replace=${isNew}`, { body });
      rows.api_key.input.value = '';
      onProblems(next.problems);
      const model = await showModel();
      fill(next, model);
      if (next.problems.length > 0) say('Saved, but there are problems: see above.');
      else say('', 'Saved. It takes effect with the next message.');
    } catch (error) {
      refuse(error);
    }
  }

  function refuse(error) {
    if (error.code === 'config_file_invalid') {
      get('settings-problems').replaceChildren(...problemItems(error.problems ?? []));
      replace.hidden = false;
      return say('Nothing was saved: the config file is invalid. Correct it and save again, or:');
    }
    if (!error.violations) return say(told(error));
    const rest = [];
    for (const { key, text } of error.violations.map(explained)) {
      const { row, input, wrong } = rows[key] ?? {};
      if (!row || row.hidden) rest.push(`${key} ${text}.`);
      else {
        wrong.textContent = `${keys[key].label} ${text}.`;
        input.ariaInvalid = 'true';
      }
    }
    say(`Nothing was saved. ${rest.join(' ')}`);
    dialog.querySelector('[aria-invalid]')?.focus();
  }

  /** One at a time. */
  async function busy(work) {
    const buttons = [...dialog.querySelectorAll('button')].filter(({ disabled }) => !disabled);
    for (const one of buttons) one.disabled = true;
    await work();
    for (const one of buttons) one.disabled = false;
  }

  function radio({ id, name, does }) {
    const input = el('input');
    Object.assign(input, { type: 'radio', name: 'provider', value: id });
    choices.append(el('label', 'choice', input, el('span', '', name, el('span', 'hint', does))));
    return input;
  }

  choices.addEventListener('change', choose);
  form.addEventListener('input', () => (lines.said.textContent = ''));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void busy(() => save(false));
  });
  replace.addEventListener('click', () => void busy(() => save(true)));
  get('settings-close').addEventListener('click', () => dialog.close());
  // Removes unsaved input from the document.
  dialog.addEventListener('close', () => (rows.api_key.input.value = ''));

  return async () => {
    try {
      const [next, model] = await Promise.all([json('GET', '/api/config'), showModel()]);
      onProblems(next.problems);
      fill(next, model);
      void showSecrets();
      void showAllowed();
      dialog.showModal();
    } catch (error) {
      onFailure(error);
    }
  };
}

const isField = (key) => key !== 'provider';

function fieldRow(key) {
  const isSecret = key === 'api_key';
  const [input, hint, wrong] = [el('input'), el('p', 'hint'), el('p', 'bad')];
  const name = el('label', '', keys[key].label);
  Object.assign(input, {
    id: `set-${key}`,
    type: isSecret ? 'password' : 'text',
    // Otherwise the browser fills in a saved password, such as the token of the engine.
    autocomplete: isSecret ? 'new-password' : 'off',
    autocapitalize: 'none',
    spellcheck: false,
  });
  name.htmlFor = input.id;
  hint.id = `${input.id}-hint`;
  wrong.id = `${input.id}-wrong`;
  input.setAttribute('aria-describedby', `${wrong.id} ${hint.id}`);
  return [key, { row: el('div', 'field', name, input, wrong, hint), input, hint, wrong }];
}
