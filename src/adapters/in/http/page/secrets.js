import { json, Problem, request, showing, told } from './api.js';
import { button, el } from './view.js';

const hostsIn = (text) => text.split(/[\s,]+/u).filter((host) => host !== '');

function field(label, type, value = '') {
  const input = Object.assign(el('input'), {
    type,
    value,
    // Otherwise the browser fills in a saved password, or offers to save this.
    autocomplete: type === 'password' ? 'new-password' : 'off',
    autocapitalize: 'none',
    spellcheck: false,
  });
  return { input, row: el('label', 'words', label, input) };
}

/** Clears the value from the document once it is stored. After a refusal it stays, for another attempt. */
async function store(name, value, hosts) {
  // .. would address another route
  if (!/^\w+$/.test(name))
    throw new Problem(400, { detail: 'A name consists of capital letters, digits and _.' });
  const body = { value: value.value, hosts: hostsIn(hosts.value) };
  await request('PUT', `/api/secrets/${name}`, { body });
  value.value = '';
}

/** The form for a secret that a run waits for. Its value goes only to the vault; `saved` only reports that it is stored. */
export function secretForm({ promptId, name, prompt, question, key_type, hosts = [], expiresAt }, saved) {
  const hint = el('p', 'hint', `Waits until ${new Date(expiresAt).toLocaleString()}`);
  const value = field('Value', 'password');
  const places = field('Hosts it may be sent to, and no other', 'text', hosts.join(', '));
  const all = el(
    'fieldset',
    '',
    el('legend', '', `The run asks for the secret ${name} (${key_type})`),
    el('p', '', prompt ?? question),
    value.row,
    places.row,
    el('button', 'primary', 'Store'),
    button('Do not give it', () => act(() => saved({ saved: false, promptId }), 'Not given.')),
  );
  const act = async (work, done) => {
    all.disabled = true;
    try {
      await work();
      hint.textContent = done;
    } catch (error) {
      hint.textContent = told(error);
      // After these the run has stopped waiting.
      all.disabled = error.status === 410 || ['prompt_not_found', 'no_pending_prompt'].includes(error.code);
    }
  };
  const form = el('form', 'prompt', all, hint);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (value.input.value === '') {
      hint.textContent = 'Enter a value first.';
      return;
    }
    void act(async () => {
      await store(name, value.input, places.input);
      await saved({ saved: true, promptId });
    }, 'Stored. The agent knows only its name.');
  });
  return form;
}

/** The names of secrets, their hosts, and a form for a new one. @returns refreshes them */
export function secretsSection(get) {
  const [list, wrong] = ['secrets-list', 'secrets-wrong'].map(get);
  const name = field('Name', 'text');
  const value = field('Value', 'password');
  const places = field('Hosts it may be sent to, and no other', 'text');
  get('secret-form').append(name.row, value.row, places.row, el('button', '', 'Store the secret'));

  const line = ({ name: known, source, hosts, updatedAt }) => {
    const since = updatedAt ? `since ${new Date(updatedAt).toLocaleDateString()}` : `from the ${source}`;
    const facts = ` ${hosts.join(', ') || 'no host yet'} · ${since} `;
    const drop = () => act(() => request('DELETE', `/api/secrets/${known}`));
    return el(
      'li',
      '',
      el('code', '', known),
      facts,
      source === 'vault' ? button('Delete', drop, 'quiet') : '',
    );
  };

  async function show() {
    const [{ secrets }, { problem }] = await Promise.all([
      json('GET', '/api/secrets'),
      json('GET', '/api/secrets/status'),
    ]);
    list.replaceChildren(...secrets.map(line));
    wrong.textContent = problem ?? '';
  }

  const act = showing(show, wrong);

  get('secret-form').addEventListener('submit', (event) => {
    event.preventDefault();
    void act(async () => {
      await store(name.input.value.trim(), value.input, places.input);
      name.input.value = '';
      places.input.value = '';
    });
  });
  get('settings').addEventListener('close', () => (value.input.value = ''));
  return () => act(async () => undefined);
}
