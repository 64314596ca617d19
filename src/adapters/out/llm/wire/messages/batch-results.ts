import type { BatchBilling, BatchItem, BatchResult } from '../../../../../core/ports/model-batches.ts';
import { noUsage, type Model } from '../../../../../core/ports/model.ts';
import { billed } from '../billed.ts';
import type { Quoting } from '../failure.ts';
import { objectIn, textIn } from '../payload.ts';
import { batchFailure, told, UNINTELLIGIBLE } from './batch-failures.ts';
import { reported } from './errors.ts';
import { parsedLine } from './json-lines.ts';
import { MessagesReader } from './stream.ts';

export interface ReadingResults {
  readonly model: Pick<Model, 'id' | 'contextWindow' | 'outputLimit'>;
  readonly billing: BatchBilling;
  readonly quoting: Quoting;
}

/** The result in a line of results; null if the line is none. */
export function itemIn(line: string, reading: ReadingResults): BatchItem | null {
  const item = parsedLine(line);
  const name = textIn(item?.['custom_id']);
  const result = objectIn(item?.['result']);
  if (name === null || result === null) return null;
  return { kind: 'result', name, result: resultIn(result, name, reading) };
}

function resultIn(
  result: Readonly<Record<string, unknown>>,
  name: string,
  reading: ReadingResults,
): BatchResult {
  switch (result['type']) {
    case 'succeeded':
      return answerIn(result['message'], name, reading);
    case 'canceled':
      return { kind: 'canceled' };
    case 'expired':
      return { kind: 'expired' };
    default: {
      const { failure } = reported(objectIn(result['error']) ?? {}, reading.quoting);
      return { kind: 'errored', failure: told(failure), spent: { usage: noUsage } };
    }
  }
}

/** Reads the message as one that was not streamed. One that cannot be read was billed all the same. */
function answerIn(
  message: unknown,
  name: string,
  { model, billing: { price, promptTokens }, quoting }: ReadingResults,
): BatchResult {
  const reader = new MessagesReader({ modelId: model.id, quoting });
  try {
    const deltas = reader.read({ data: JSON.stringify(message ?? null) });
    const spokenBytes = deltas.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    const end = billed(reader.end(), { spokenBytes, isUntouched: false }, reader.beside, {
      price,
      prompt: () => promptTokens(name),
      allowed: { contextWindow: model.contextWindow, hiddenTokens: model.outputLimit, searches: 0 },
    });
    if (end.stop === 'failed' || end.stop === 'aborted')
      return { kind: 'errored', failure: told(UNINTELLIGIBLE), spent: end };
    const text = deltas.map((delta) => (delta.type === 'text' ? delta.text : '')).join('');
    return { kind: 'answer', text, stop: end.stop, spent: end };
  } catch (error) {
    const usage = { ...noUsage, inputTokens: promptTokens(name) };
    return { kind: 'errored', failure: batchFailure(error, quoting), spent: { usage, isEstimated: true } };
  }
}
