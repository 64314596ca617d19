import { json, request, showing } from './api.js';
import { button, el } from './view.js';

const SEPARATE = ' · ';

/** What the agent may do without asking, and the registered APIs. @returns refreshes them */
export function allowedSection(get) {
  const [list, apis, wrong] = ['allowed-list', 'apis-list', 'allowed-wrong'].map(get);

  const grant = ({ id, class: kind, target, tool, threadId, expiresAt }) => {
    const what = kind === 'send_outside' ? 'Everything to ' : 'Changing files and memory in unattended runs';
    const facts = [
      // A host alone is asked by https; only the other scheme is named.
      ...(target?.includes('://') ? ['unencrypted'] : []),
      ...(tool === null ? [] : [`by ${tool}`]),
      threadId === null ? 'in every thread' : linkTo(threadId),
      `until ${new Date(expiresAt).toLocaleString()} `,
    ];
    return el(
      'li',
      '',
      what,
      target === null ? '' : el('code', '', target),
      ...facts.flatMap((fact) => [SEPARATE, fact]),
      button('Take back', () => act(() => request('DELETE', `/api/consents/${id}`)), 'quiet'),
    );
  };

  function linkTo(threadId) {
    const link = el('a', '', 'in one thread');
    link.href = `#${threadId}`;
    link.addEventListener('click', () => get('settings').close());
    return link;
  }

  async function show() {
    const [{ consents }, { profiles }] = await Promise.all([
      json('GET', '/api/consents'),
      json('GET', '/api/api-profiles'),
    ]);
    list.replaceChildren(...(consents.length === 0 ? [none('Nothing.')] : consents.map(grant)));
    apis.replaceChildren(...(profiles.length === 0 ? [none('None is registered.')] : profiles.map(api)));
    wrong.textContent = '';
  }

  const act = showing(show, wrong);

  return () => act(async () => undefined);
}

const none = (text) => el('li', 'hint', text);

const used = ({ window, max, used: so }) => `${so} of ${max} per ${window}`;

/** A profile may contain untrusted text, so it is shown as text, like everything here. */
const api = ({ id, name, base_url: address, limits }) =>
  el('li', '', el('code', '', id), ` ${[name, address, ...limits.map(used)].join(SEPARATE)}`);
