import { jsonWithDigits } from '../../../../../core/kernel/exact-json.ts';
import { MIB } from '../../../../../core/kernel/bytes.ts';
import { modelLimits } from '../../../../../core/instance/models/limits.ts';
import { sayFailure } from '../../../../../core/instance/models/says.ts';
import type { JsonObject } from '../../../../../core/kernel/json.ts';
import { WireFailure } from '../failure.ts';
import { objectIn } from '../payload.ts';
import type { Watchdog } from '../watchdog.ts';

/** Of one answer: results of a thousand requests with the longest answers have less. */
const BODY_BYTES = 512 * MIB;

async function* readsOf({ body }: Response, dog: Watchdog, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await dog.while(reader.read());
      if (done) return;
      dog.contentCame();
      length += value.length;
      if (length > maxBytes) throw tooLong();
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The lines of a body that are not blank. @throws WireFailure if a line or the body is too long */
export async function* linesOf(response: Response, dog: Watchdog): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of readsOf(response, dog, BODY_BYTES)) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > modelLimits.eventChars) throw tooLong();
    for (const line of lines) if (line.trim() !== '') yield line;
  }
  rest += decoder.decode();
  if (rest.trim() !== '') yield rest;
}

/** A whole body. @throws WireFailure if it is too long */
export async function textOf(response: Response, dog: Watchdog): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of readsOf(response, dog, modelLimits.eventChars))
    text += decoder.decode(bytes, { stream: true });
  return text + decoder.decode();
}

/** The JSON object in a text; null if it is none. */
export function parsedLine(text: string): JsonObject | null {
  try {
    return objectIn(jsonWithDigits(text));
  } catch {
    return null;
  }
}

const tooLong = (): WireFailure =>
  new WireFailure({
    says: [sayFailure('model.batch_too_much')],
    retryable: true,
    mayHaveBegun: true,
  });
