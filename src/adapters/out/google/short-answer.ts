import { strangeAnswer } from './failures.ts';

/** More than any answer about an account, a session or a file has. */
const ANSWER_CHARS = 256 * 1024;

/** The JSON of an answer that has to be short; null if it is none. @throws Refusal cloud_unavailable for a long one */
export async function shortJson(response: Response): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true });
    if (text.length > ANSWER_CHARS) throw strangeAnswer('a very long answer');
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
