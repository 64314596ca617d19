import { json, request } from './api.js';
import { button, el } from './view.js';

const MOMENT = { dateStyle: 'medium', timeStyle: 'short' };

export function threadList({ get, onDeleted, onProblem }) {
  const [list, more, archived] = ['threads', 'more', 'archived'].map(get);
  let threads = [];
  let cursor = null;
  let current = null;

  const doing = (work) => () => work().catch(onProblem);
  const refresh = doing(() => load(Math.max(30, Math.min(200, threads.length)), null));

  async function load(limit, from) {
    const query = new URLSearchParams({ limit, includeArchived: archived.checked });
    if (from !== null) query.set('cursor', from);
    const page = await json('GET', `/api/threads?${query}`);
    threads = from === null ? page.threads : threads.concat(page.threads);
    cursor = page.nextCursor;
    render();
  }

  function render() {
    const focused = document.activeElement?.dataset.key;
    list.replaceChildren(...threads.map(item));
    if (focused) list.querySelector(`[data-key="${focused}"]`)?.focus();
    more.hidden = cursor === null;
    const open = threads.find(({ threadId }) => threadId === current);
    document.title = open ? `${open.title} · svc` : 'svc';
  }

  function item({ threadId, title, archived: isArchived, updatedAt }) {
    const moment = new Date(updatedAt).toLocaleString([], MOMENT);
    const time = isArchived ? `${moment} · archived` : moment;
    const link = el('a', '', el('span', '', title), el('time', '', time));
    link.href = `#${threadId}`;
    link.dataset.key = threadId;
    if (threadId !== current) return el('li', '', link);
    link.ariaCurrent = 'page';
    const path = `/api/threads/${threadId}`;
    const set = (body) => request('PATCH', path, { body }).then(refresh);
    const act = (label, work) => {
      const action = button(label, doing(work), 'quiet');
      action.dataset.key = `${threadId}/${label}`;
      return action;
    };
    const rename = async () => {
      const name = prompt('Title of this thread', title);
      if (name?.trim()) await set({ title: name });
    };
    const remove = async () => {
      if (!confirm(`Delete “${title}” and all its messages?`)) return;
      if (!(await deleted())) return;
      onDeleted(threadId);
      await refresh();
    };
    const deleted = async () => {
      try {
        await request('DELETE', path);
        return true;
      } catch (error) {
        if (error.code !== 'changes_pending') throw error;
        const how = prompt('Its changes to files: keep or undo?', 'keep');
        if (!how) return false;
        await request('DELETE', `${path}?changes=${how}`);
        return true;
      }
    };
    const archive = act(isArchived ? 'Unarchive' : 'Archive', () => set({ archived: !isArchived }));
    return el('li', '', link, act('Rename', rename), archive, act('Delete', remove));
  }

  const older = doing(() => load(30, cursor));
  more.addEventListener('click', older);
  archived.addEventListener('change', refresh);
  const open = (threadId) => {
    current = threadId;
    render();
  };
  return { refresh, open };
}
