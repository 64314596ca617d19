import { TASK } from './scenario.ts';

/** What a client was told and may rely on. */
export interface Acknowledged {
  threadId: string | null;
  sessionId: string | null;
  runId: string | null;
  /** The prompt that was shown, and the answer that was accepted. */
  promptId: string | null;
  answer: string | null;
  /** Complete frames with an id, as received. */
  readonly frames: Map<number, string>;
  /** Frames without an id, and refusals: they need not be there after a restart. */
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

export const post = (url: string, body: object): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

export const ANSWER = 'blue, as ever';

/** Answers the question in this frame. @returns whether to keep reading the stream */
async function answers(baseUrl: string, frame: string, acknowledged: Acknowledged): Promise<boolean> {
  const { promptId } = JSON.parse(/^data: (.*)$/mu.exec(frame)?.[1] ?? '{}') as { promptId: string };
  acknowledged.promptId = promptId;
  const response = await reply(baseUrl, acknowledged);
  if (response.ok) acknowledged.answer = ANSWER;
  else acknowledged.told.push(((await response.json()) as { code: string }).code);
  return response.ok;
}

/** Answers the prompt; may be repeated. */
export const reply = (baseUrl: string, { sessionId, promptId }: Acknowledged): Promise<Response> =>
  post(`${baseUrl}/api/sessions/${sessionId}/reply`, { answer: ANSWER, promptId });

/** Does it while the engine lives: what arrived before it died was acknowledged. */
export async function whileAlive(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    // jest has another realm's `fetch`, so test the error by name.
    if ((error as Error).name !== 'TypeError') throw error;
  }
}

/** Opens a session and runs the task while the engine lives; records everything in `acknowledged`. */
export const play = (baseUrl: string, acknowledged: Acknowledged): Promise<void> =>
  whileAlive(async () => {
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
      else if (acknowledged.frames.has(id)) throw new Error(`id ${id} was used twice`);
      else acknowledged.frames.set(id, frame);
      if (/^event: prompt$/mu.test(frame) && !(await answers(baseUrl, frame, acknowledged))) return;
    }
  });

export const idOf = (frame: string): number | null => {
  const id = /^id: (\d+)$/mu.exec(frame)?.[1];
  return id === undefined ? null : Number(id);
};

/** Complete frames only: half of one is not acknowledged. Skips heartbeats. */
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
