import { readEvents } from './sse.js';

const TOKEN = 'svc.token';

export class Problem extends Error {
  constructor(status, { detail = `HTTP ${status}`, code = 'http', violations, problems }) {
    super(detail);
    Object.assign(this, { status, code, violations, problems });
  }
}

export const told = (error) =>
  error instanceof Problem ? `${error.message} (${error.code})` : 'The engine cannot be reached.';

/** Does the given work and then `show`; shows errors of either in `wrong`. */
export const showing = (show, wrong) => async (work) => {
  try {
    await work();
    await show();
  } catch (error) {
    wrong.textContent = told(error);
  }
};

/** The page sets `ask`. */
export const auth = {};
let asking = null;

/** Throws a Problem unless the answer is 2xx. 401 asks for the token first. */
export async function request(method, path, { body, headers, signal } = {}) {
  for (;;) {
    const token = sessionStorage.getItem(TOKEN);
    const sent = { 'Content-Type': 'application/json', ...headers };
    if (token) sent.Authorization = `Bearer ${token}`;
    const options = { method, signal, headers: sent, body: JSON.stringify(body) };
    const response = await fetch(path, options);
    if (response.ok) return response;
    const problem = new Problem(response.status, await response.json().catch(() => ({})));
    if (response.status !== 401) throw problem;
    if (token !== sessionStorage.getItem(TOKEN)) continue;
    asking ??= auth.ask(token !== null).finally(() => (asking = null));
    const given = await asking;
    if (!given) throw problem;
    sessionStorage.setItem(TOKEN, given);
  }
}

export const json = async (...args) => (await request(...args)).json();

/** Each event of a run once, up to the terminal one, over as many connections as it takes. */
export async function* runEvents({ runId, start, signal, say }) {
  let lastId = 0;
  let wait = 500;
  const again = () =>
    request('GET', `/api/runs/${runId}/events`, { headers: { 'Last-Event-ID': `${lastId}` }, signal });
  for (;;) {
    let reason = 'The connection was lost.';
    try {
      const response = await (runId ? again() : start());
      runId = response.headers.get('Svc-Run-Id');
      if (wait > 500) say('Connected again.');
      for await (const { type, data, id } of readEvents(response.body)) {
        if (Number(id) <= lastId) continue;
        if (id !== undefined) lastId = Number(id);
        wait = 500;
        yield { type, data: JSON.parse(data) };
        if (type === 'done' || type === 'error') return;
      }
    } catch (error) {
      // 503 comes from an engine that is starting or stopping. Any other answer is final.
      if (signal.aborted || (error instanceof Problem && error.status !== 503)) throw error;
      if (error instanceof Problem) reason = error.message;
    }
    say(`${reason} Trying again in ${wait / 1000} s…`);
    await new Promise((resolve) => setTimeout(resolve, wait));
    signal.throwIfAborted();
    wait = Math.min(wait * 2, 10_000);
  }
}
