import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { FakeElement } from '../../doubles/fake-element.ts';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

type Saved = { readonly saved: boolean; readonly promptId: string };
const page = new URL('../../../src/adapters/in/http/page/', import.meta.url);
const { document, sessionStorage, fetch } = globalThis as Readonly<Record<string, unknown>>;
let sent: Sent[] = [];
let status = 204;

beforeEach(() => {
  sent = [];
  status = 204;
  Object.assign(globalThis, {
    document: { createElement: (tag: string) => new FakeElement(tag) },
    sessionStorage: { getItem: () => null },
    fetch: async (path: string, { method, body }: { method: string; body: string }) => {
      sent.push({ method, path, body: JSON.parse(body) as unknown });
      return new Response(
        status === 204 ? null : JSON.stringify({ detail: 'It is locked.', code: 'vault_locked' }),
        {
          status,
        },
      );
    },
  });
});
afterEach(() => {
  Object.assign(globalThis, { document, sessionStorage, fetch });
});

const WANTED = {
  promptId: 'p1',
  name: 'GITHUB_TOKEN',
  prompt: 'For your issues.',
  key_type: 'token',
  hosts: ['api.github.com'],
  expiresAt: '2026-01-02T00:00:00.000Z',
};

async function aForm() {
  expect(readdirSync(page)).toContain('secrets.js');
  const { secretForm } = (await import(new URL('secrets.js', page).pathname)) as {
    secretForm: (wanted: typeof WANTED, saved: (body: Saved) => Promise<void>) => FakeElement;
  };
  const saved: Saved[] = [];
  const form = secretForm(WANTED, async (body) => void saved.push(body));
  const [value, hosts] = form.all('input');
  const [all] = form.all('fieldset');
  if (!value || !hosts || !all) throw new Error('the form has its fields');
  return { form, value, hosts, all, saved };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a form for a secret shows its purpose, and hides the input', async () => {
  const { form, value, hosts } = await aForm();
  expect(form.words).toContain('GITHUB_TOKEN (token)');
  expect(form.words).toContain('For your issues.');
  expect([value.type, value.value, hosts.type, hosts.value]).toEqual([
    'password',
    '',
    'text',
    'api.github.com',
  ]);
});

test('it sends the value only to the vault, says that it is stored, and keeps nothing of it', async () => {
  const { form, value, hosts, all, saved } = await aForm();
  form.fire('submit');
  expect([sent, saved]).toEqual([[], []]);
  value.value = 'a value';
  hosts.value = 'api.github.com,  uploads.github.com';
  form.fire('submit');
  await settled();
  expect(value.value).toBe('');
  expect(sent).toEqual([
    {
      method: 'PUT',
      path: '/api/secrets/GITHUB_TOKEN',
      body: { value: 'a value', hosts: ['api.github.com', 'uploads.github.com'] },
    },
  ]);
  expect(saved).toEqual([{ saved: true, promptId: 'p1' }]);
  expect([all.disabled, form.words.includes('Stored.')]).toEqual([true, true]);
});

test('when storing fails, no client hears that it is stored, the input stays, and the person can retry', async () => {
  const { form, value, all, saved } = await aForm();
  status = 409;
  value.value = 'a value';
  form.fire('submit');
  await settled();
  expect([saved, value.value, all.disabled]).toEqual([[], 'a value', false]);
  expect(form.words).toContain('It is locked. (vault_locked)');
  status = 204;
  form.fire('submit');
  await settled();
  expect([saved, value.value, all.disabled]).toEqual([[{ saved: true, promptId: 'p1' }], '', true]);
});

test('it can be declined', async () => {
  const { form, saved } = await aForm();
  form.all('button').at(-1)?.fire('click');
  await settled();
  expect([sent, saved]).toEqual([[], [{ saved: false, promptId: 'p1' }]]);
});

test('a value is never sent to an address that its name altered', async () => {
  const { secretsSection } = (await import(new URL('secrets.js', page).pathname)) as {
    secretsSection: (get: (id: string) => FakeElement) => unknown;
  };
  const parts = new Map<string, FakeElement>();
  const get = (id: string): FakeElement => {
    const part = parts.get(id) ?? new FakeElement('div');
    parts.set(id, part);
    return part;
  };
  secretsSection(get);
  const [name, value] = get('secret-form').all('input');
  if (!name || !value) throw new Error('the form has its fields');
  for (const wrong of ['..', '.', 'a/b', 'my key', '']) {
    name.value = wrong;
    value.value = 'a value';
    get('secret-form').fire('submit');
    await settled();
    expect([sent, value.value]).toEqual([[], 'a value']);
    expect(get('secrets-wrong').textContent).toContain('capital letters');
  }
});
