import { TASK } from './scenario.ts';

/** What a client has been told, and so may rely on. */
export interface Acknowledged {
  threadId: string | null;
  sessionId: string | null;
  runId: string | null;
  /** The question that was asked, and the answer that was accepted. */
  promptId: string | null;
  answer: string | null;
  /** The frames that have an id, whole and as they arrived. */
  readonly frames: Map<number, string>;
  /** What the stream said without an id, and refusals: nothing that has to be found again. */
  readonly told: string[];
}

export const nothingYet = (): Acknowledged => ({
  threadId: null,
  sessionId: null,
  runId: null,
  promptId: null,
  answer: null,
  frames: new Map(),
  told: [],
});

const post = (url: string, body: object): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

export const ANSWER = 'blue, as ever';

/** Whether there is anything more to wait for. */
async function answers(baseUrl: string, frame: string, acknowledged: Acknowledged): Promise<boolean> {
  const { promptId } = JSON.parse(/^data: (.*)$/mu.exec(frame)?.[1] ?? '{}') as { promptId: string };
  acknowledged.promptId = promptId;
  const response = await reply(baseUrl, acknowledged);
  if (response.ok) acknowledged.answer = ANSWER;
  else acknowledged.told.push(((await response.json()) as { code: string }).code);
  return response.ok;
}

/** Answers the question that was asked; may be repeated. */
export const reply = (baseUrl: string, { sessionId, promptId }: Acknowledged): Promise<Response> =>
  post(`${baseUrl}/api/sessions/${sessionId}/reply`, { answer: ANSWER, promptId });

/** Makes a session and runs the task, as far as the engine lives; notes down every word of it in `acknowledged`. */
export async function play(baseUrl: string, acknowledged: Acknowledged): Promise<void> {
  try {
    const created = await post(`${baseUrl}/api/sessions`, {});
    const session = (await created.json()) as { sessionId?: string; threadId?: string; code?: string };
    if (!created.ok) return void acknowledged.told.push(session.code ?? '');
    acknowledged.sessionId = session.sessionId ?? null;
    acknowledged.threadId = session.threadId ?? null;
    const response = await post(`${baseUrl}/api/sessions/${acknowledged.sessionId}/run`, { task: TASK });
    if (!response.ok) return void acknowledged.told.push(((await response.json()) as { code: string }).code);
    acknowledged.runId = response.headers.get('svc-run-id');
    for await (const frame of framesOf(response)) {
      const id = idOf(frame);
      if (id === null) acknowledged.told.push(frame);
      else if (acknowledged.frames.has(id)) throw new Error(`id ${id} was given twice`);
      else acknowledged.frames.set(id, frame);
      if (/^event: prompt$/mu.test(frame) && !(await answers(baseUrl, frame, acknowledged))) return;
    }
  } catch (error) {
    // The engine has died: what had arrived by then was acknowledged. (`fetch` is of another realm than jest.)
    if ((error as Error).name !== 'TypeError') throw error;
  }
}

export const idOf = (frame: string): number | null => {
  const id = /^id: (\d+)$/mu.exec(frame)?.[1];
  return id === undefined ? null : Number(id);
};

/** Whole frames only: half of one is not acknowledged. Heartbeats are left out. */
export async function* framesOf(response: Response): AsyncGenerator<string> {
  let rest = '';
  const bytes = response.body as ReadableStream<Uint8Array<ArrayBuffer>> | null;
  if (!bytes) return;
  for await (const piece of bytes.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + piece).split('\n\n');
    rest = parts.pop() ?? '';
    yield* parts.filter((part) => !part.startsWith(':'));
  }
}
