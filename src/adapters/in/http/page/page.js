import { auth, json, request, runEvents, told } from './api.js';
import { changesPanels } from './changes.js';
import { costsDialog } from './costs.js';
import { threadDrift } from './drift.js';
import { promptForm } from './prompt.js';
import { secretForm } from './secrets.js';
import { problemItems, settingsDialog } from './settings.js';
import { threadList } from './threads.js';
import { follower, runView } from './view.js';

const get = (id) => document.getElementById(id);
const on = (id, type, listener) => get(id).addEventListener(type, listener);
const [transcript, task, send, stop, login] = ['transcript', 'task', 'send', 'stop', 'login'].map(get);
const follow = follower(get('scroll'));
const say = (text) => (get('status').textContent = text);
const complain = (error) => (get('problem').textContent = error ? told(error) : '');

/** Leaving a thread aborts `left`; its run goes on. */
let open = { left: new AbortController() };

const threads = threadList({
  get,
  onProblem: complain,
  onDeleted(threadId) {
    if (threadId === open.threadId) startNew();
  },
});

const pathOf = (threadId) => `/api/threads/${threadId}`;
/** While a run is followed here, its events tell everything. */
const isStill = ({ threadId }) => threadId !== null && threadId === open.threadId && stop.hidden;
const drift = threadDrift({
  async read() {
    if (document.hidden || !isStill(open)) return null;
    const thread = await json('GET', pathOf(open.threadId));
    return isStill(thread) ? thread : null;
  },
  onDrift() {
    void threads.refresh();
    void show(open.threadId);
  },
});
const look = () => drift.look().catch(() => undefined);

const sessionKey = (threadId) => `svc.session.${threadId}`;
const knownSession = () => localStorage.getItem(sessionKey(open.threadId));

async function newSession() {
  const here = open;
  const body = { threadId: here.threadId ?? undefined };
  const { sessionId, threadId } = await json('POST', '/api/sessions', { body, signal: here.left.signal });
  localStorage.setItem(sessionKey(threadId), sessionId);
  if (here.threadId === null) {
    here.threadId = threadId;
    history.pushState(null, '', `#${threadId}`);
    threads.open(threadId);
  }
  return sessionId;
}

async function sendTask() {
  const text = task.value;
  if (text.trim() === '') return;
  if (send.hidden) return say('A run is in progress: stop it, or wait for its end. Your text stays here.');
  const { signal } = open.left;
  // With the same key, a retry attaches to the same run.
  const headers = { 'Idempotency-Key': crypto.getRandomValues(new Uint32Array(4)).join('-') };
  const run = (id) => request('POST', `/api/sessions/${id}/run`, { body: { task: text }, headers, signal });
  const start = async () => {
    const session = knownSession() ?? (await newSession());
    const response = await run(session).catch(async (error) => {
      if (error.code !== 'session_not_found') throw error;
      return run(await newSession());
    });
    void threads.refresh();
    return response;
  };
  get('welcome').hidden = true;
  complain(null);
  task.value = '';
  const view = newView();
  view.task(text);
  follow(true);
  try {
    await watch(view, { start });
  } catch (error) {
    if (signal.aborted) return;
    view.element.remove();
    task.value ||= text;
    if (error.code === 'run_in_progress') void show(open.threadId);
    complain(error);
  }
}

function newView() {
  const ask = (prompt) => {
    const answer = (how) => (body) => request('POST', `${pathOf(open.threadId)}/${how}`, { body });
    return prompt.key_type ? secretForm(prompt, answer('secret-saved')) : promptForm(prompt, answer('reply'));
  };
  const view = runView(follow, ask);
  transcript.append(view.element);
  return view;
}

/** Unreviewed changes, below everything else; `said` is the outcome of the last review. */
async function showChanges(said = []) {
  const here = open;
  if (!here.threadId) return;
  const path = pathOf(here.threadId);
  const found = [changesPanels(path, showChanges, said), json('GET', path)];
  const [panels, thread] = await Promise.all(found).catch(() => [[]]);
  if (here !== open) return;
  if (thread) drift.shows(thread);
  hideChanges();
  transcript.append(...(here.changes = panels));
  follow();
}

const hideChanges = () => open.changes?.forEach((panel) => panel.remove());

async function watch(view, source) {
  const { signal } = open.left;
  setRunning(true);
  view.element.ariaBusy = true;
  view.element.ariaLive = 'polite';
  let isAsking = false;
  hideChanges();
  try {
    for await (const event of runEvents({ ...source, signal, say })) {
      if (signal.aborted) return;
      view.take(event);
      if (isAsking !== /^(?:secret_)?prompt$/u.test(event.type)) {
        isAsking = !isAsking;
        say(isAsking ? 'Waiting for your answer.' : 'Running…');
      }
    }
  } finally {
    if (!signal.aborted) {
      view.element.ariaBusy = false;
      setRunning(false);
      void threads.refresh();
      void showChanges();
    }
  }
}

function setRunning(value) {
  if (document.activeElement === stop) task.focus();
  send.hidden = value;
  stop.hidden = !value;
  say(value ? 'Running…' : '');
}

function stopRun() {
  const stopped = request('POST', `${pathOf(open.threadId)}/abort`);
  stopped.then(() => say('Stopping…'), complain);
}

/** Opens a thread, or with null a new one; refreshes one that is already open. */
async function show(threadId) {
  const isOther = threadId !== open.threadId;
  open.left.abort();
  open = { threadId, left: new AbortController() };
  const { signal } = open.left;
  setRunning(false);
  complain(null);
  drift.shows(null);
  transcript.replaceChildren();
  threads.open(threadId);
  get('welcome').hidden = threadId !== null;
  setSide(false);
  if (isOther) task.focus();
  if (threadId === null) return;
  try {
    const thread = await json('GET', pathOf(threadId), { signal });
    const messages = await allMessages(threadId, signal);
    drift.shows(thread);
    await showMessages(messages, thread);
  } catch (error) {
    if (signal.aborted) return;
    complain(error);
    // The next poll retries.
    drift.shows({});
  }
}

async function allMessages(threadId, signal) {
  const all = [];
  for (let isMore = true; isMore;) {
    const path = `${pathOf(threadId)}/messages?limit=200&after=${all.at(-1)?.seq ?? 0}`;
    const { messages, nextCursor } = await json('GET', path, { signal });
    all.push(...messages);
    isMore = nextCursor !== null;
  }
  return all;
}

/** The run in progress is shown from its events. */
async function showMessages(messages, { activeRunId, pendingPrompt }) {
  const views = new Map();
  let view;
  let runId;
  for (const message of messages) {
    const isNew = message.runId !== runId;
    runId = message.runId;
    if (isNew) views.set(runId, (view = newView()));
    if (isNew || runId !== activeRunId) view.message(message);
  }
  follow(true);
  const active = views.get(activeRunId);
  const watching = active && watch(active, { runId: activeRunId });
  if (pendingPrompt) active?.prompt(pendingPrompt);
  // Its events include the cost.
  views.delete(activeRunId);
  void showSpent(views, open).catch(() => undefined);
  if (watching) await watching;
  else await showChanges();
}

async function showSpent(views, { threadId, left: { signal } }) {
  for (let cursor = ''; cursor !== null;) {
    const path = `/api/history/runs?threadId=${threadId}&limit=200${cursor && `&cursor=${cursor}`}`;
    const { runs, nextCursor } = await json('GET', path, { signal });
    for (const run of runs) if (run.status !== 'running') views.get(run.runId)?.spent(run);
    cursor = nextCursor;
  }
  follow();
}

/** Which model will answer, or what is missing for that. */
async function showModel() {
  const { model } = await json('GET', '/api/status');
  const { id, provider, problem } = model;
  const name = provider === 'demo' ? 'Demo model: a script, no AI' : `${id} · ${provider}`;
  get('model').textContent = problem ?? name;
  get('model').classList.toggle('bad', problem !== undefined);
  get('demo').hidden = provider !== 'demo';
  return model;
}

function showProblems(problems) {
  get('notices').hidden = problems.length === 0;
  get('problems').replaceChildren(...problemItems(problems));
}

const openSettings = settingsDialog({ get, showModel, onProblems: showProblems, onFailure: complain });

auth.ask = (wasWrong) => {
  get('wrong').hidden = !wasWrong;
  login.returnValue = '';
  login.showModal();
  return new Promise((resolve) => {
    login.onclose = () => resolve(login.returnValue && get('token').value);
  });
};

function setSide(isOpen) {
  document.body.classList.toggle('side-open', isOpen);
  get('toggle').ariaExpanded = isOpen;
}

function startNew() {
  history.pushState(null, '', location.pathname);
  void show(null);
}

const showNamed = () => void show(location.hash.slice(1) || null);

on('composer', 'submit', (event) => {
  event.preventDefault();
  void sendTask();
});
on('task', 'keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  void sendTask();
});
on('stop', 'click', stopRun);
on('open-costs', 'click', costsDialog(get));
on('open-settings', 'click', () => void openSettings());
on('toggle', 'click', () => setSide(!document.body.classList.contains('side-open')));
on('new', 'click', startNew);
addEventListener('hashchange', showNamed);
addEventListener('focus', () => void look());
setInterval(() => void look(), 3_000);

showModel().catch(complain);
json('GET', '/api/config').then(({ problems }) => showProblems(problems), complain);
void threads.refresh();
showNamed();
