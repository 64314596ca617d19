import { json, Problem, request, showing, told } from './api.js';
import { button, el } from './view.js';

const hostsIn = (text) => text.split(/[\s,]+/u).filter((host) => host !== '');

function field(label, type, value = '') {
  const input = Object.assign(el('input'), {
    type,
    value,
    // Else a browser fills in what it keeps for this address, or offers to keep this.
    autocomplete: type === 'password' ? 'new-password' : 'off',
    autocapitalize: 'none',
    spellcheck: false,
  });
  return { input, row: el('label', 'words', label, input) };
}

/** The value leaves the document once it is stored. Where it is refused, it stays to be stored otherwise. */
async function store(name, value, hosts) {
  // .. would lead elsewhere
  if (!/^\w+$/.test(name)) throw new Problem(400, { detail: 'A name has capital letters, digits and _.' });
  const body = { value: value.value, hosts: hostsIn(hosts.value) };
  await request('PUT', `/api/secrets/${name}`, { body });
  value.value = '';
}

/** A secret that a run waits for. Its value goes to the vault and nowhere else; `saved` only says that it is there. */
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
      hint.textContent = 'There is no value yet.';
      return;
    }
    void act(async () => {
      await store(name, value.input, places.input);
      await saved({ saved: true, promptId });
    }, 'Stored. The agent only knows its name.');
  });
  return form;
}

/** Names of secrets, where they may go, and a form for one more. @returns shows them as they are now */
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
