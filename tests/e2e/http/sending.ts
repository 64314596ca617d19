import { expect } from '@jest/globals';
import { startTestEngine, type TestEngineOptions } from '../../harness/in-process-engine.ts';

/** An engine, and what sends it any body below this path: a text as bytes, everything else as JSON. */
export async function started(options: TestEngineOptions = {}, below = '/api') {
  const engine = await startTestEngine(options);
  const send = async (method: string, path: string, body?: unknown) => {
    const isText = typeof body === 'string';
    const answer = await fetch(`${engine.baseUrl}${below}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : {
            headers: { 'content-type': isText ? 'application/octet-stream' : 'application/json' },
            body: isText ? body : JSON.stringify(body),
          }),
    });
    const text = await answer.text();
    const type = answer.headers.get('content-type');
    return { status: answer.status, type, text, body: type?.includes('json') ? JSON.parse(text) : null };
  };
  const get = async (path: string) => (await send('GET', path)).body;
  const code = async (...sent: Parameters<typeof send>) => (await send(...sent)).body?.code;
  return { engine, dataDir: engine.dataDir, send, get, code };
}

/** Each of these is refused, with its code. */
export async function expectRefused<Given>(
  sent: (given: Given) => ReturnType<Awaited<ReturnType<typeof started>>['send']>,
  cases: readonly (readonly [given: Given, code: string])[],
  status = 400,
): Promise<void> {
  for (const [given, code] of cases)
    expect([given, await sent(given)]).toMatchObject([given, { status, body: { code } }]);
}
