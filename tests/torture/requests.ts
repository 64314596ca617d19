import type { Started } from './lab.ts';

export interface Answer {
  readonly status: number;
  /** The code of a problem; otherwise empty. */
  readonly code: string;
  readonly body: string;
  readonly ms: number;
}

/** Sends one request; status 0 means no answer. */
export async function ask(
  { baseUrl }: Pick<Started, 'baseUrl'>,
  route: string,
  body?: object,
  signal?: AbortSignal,
): Promise<Answer> {
  const [method = 'GET', path = '/'] = route.split(' ');
  const startedAt = performance.now();
  const ms = () => performance.now() - startedAt;
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    const text = await response.text();
    return { status: response.status, code: codeIn(text), body: text, ms: ms() };
  } catch (error) {
    return { status: 0, code: String((error as Error).cause ?? error), body: '', ms: ms() };
  }
}

function codeIn(text: string): string {
  try {
    return (JSON.parse(text) as { code?: string }).code ?? '';
  } catch {
    return '';
  }
}

export interface RunEnd {
  readonly status: number;
  readonly code: string;
  readonly threadId: string;
  /** The last event and the whole stream. */
  readonly last: string;
  readonly stream: string;
}

/** Opens a session and runs a task in it to its end. A refusal gives its status and no stream. */
export async function run(engine: Pick<Started, 'baseUrl'>, task: string): Promise<RunEnd> {
  const created = await ask(engine, 'POST /api/sessions', {});
  const { status, code } = created;
  if (status >= 300 || status === 0) return { status, code, threadId: '', last: '', stream: '' };
  const { sessionId, threadId } = JSON.parse(created.body) as { sessionId: string; threadId: string };
  const answer = await ask(engine, `POST /api/sessions/${sessionId}/run`, { task });
  const last = /^event: (\w+)$/gmu;
  const types = [...answer.body.matchAll(last)].map(([, type]) => type ?? '');
  const isStream = answer.status === 200;
  return {
    status: answer.status,
    code: isStream
      ? (/"code":"(\w+)"/u.exec(answer.body.split('\n\n').at(-2) ?? '')?.[1] ?? '')
      : answer.code,
    threadId,
    last: isStream ? (types.at(-1) ?? '') : '',
    stream: isStream ? answer.body : '',
  };
}

/** Reads several routes and returns those that do not answer 200. */
export async function failedReads(engine: Pick<Started, 'baseUrl'>): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const path of READS) {
    const { status, code } = await ask(engine, `GET ${path}`);
    if (status !== 200) failed.push(`GET ${path}: ${status} ${code}`);
  }
  return failed;
}

const READS = [
  '/health',
  '/readyz',
  '/api/status',
  '/api/config',
  '/api/threads',
  '/api/history/runs',
  '/api/history/stats',
  '/api/memory/knowledge',
  '/api/memory/search?q=sky',
  '/api/metrics',
];

/** The value below which this share of the numbers lies; they need not be sorted. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
