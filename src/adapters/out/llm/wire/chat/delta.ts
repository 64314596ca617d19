import type { JsonObject } from '../../../../../core/kernel/json.ts';
import type { Delta } from '../exchange.ts';
import { isObject, listIn, objectIn, textIn } from '../payload.ts';
import type { CallFragment } from './call-in-progress.ts';
import { extraContentIn } from './extra-content.ts';
import { thoughtFieldsIn, type SaidThoughts } from './thoughts.ts';

/** The content of a `delta`, or of a `message`, which has the same fields. */
export interface Said {
  /** Thoughts before text, because servers that send both in one chunk thought first. None is empty. */
  readonly pieces: readonly Delta[];
  readonly calls: readonly CallFragment[];
  /** The same thoughts in the form in which they must be sent back. */
  readonly thoughts: SaidThoughts;
  /** Whether some of the text says why the model will not answer. */
  readonly isRefusal: boolean;
}

export function saidIn(delta: JsonObject): Said {
  const refusal = textIn(delta['refusal']) ?? '';
  const thoughts = thoughtFieldsIn(delta);
  const pieces = [
    ...textsOf(thoughts).map(thinking),
    ...piecesOf(delta['content']),
    { type: 'text' as const, text: refusal },
  ];
  return {
    pieces: pieces.filter((piece) => piece.text !== ''),
    calls: callsIn(delta),
    thoughts,
    isRefusal: refusal !== '',
  };
}

const thinking = (text: string): Delta => ({ type: 'thinking', text });

/** A text or a list of parts. Anything else is ignored and never shown as text. */
function piecesOf(content: unknown): readonly Delta[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return listIn(content).flatMap((part): readonly Delta[] => {
    if (typeof part === 'string') return [{ type: 'text', text: part }];
    const { type, text, thinking: thought, summary } = objectIn(part) ?? {};
    if (type === 'thinking') return [thinking(thoughtOf(thought))];
    if (type === 'reasoning') return [thinking(thoughtOf(summary ?? text))];
    const isText = type === undefined || type === 'text' || type === 'output_text';
    return isText ? [{ type: 'text', text: textIn(text) ?? '' }] : [];
  });
}

/** Thoughts in parts are a text, or again a list of parts. */
const thoughtOf = (thought: unknown): string =>
  textIn(thought) ??
  listIn(thought)
    .map((part) => textIn(part) ?? textIn(objectIn(part)?.['text']) ?? '')
    .join('');

/** Servers use different names for thoughts, and some send the same ones under two. */
function textsOf({ texts, details }: SaidThoughts): readonly string[] {
  const inDetails = details.map(({ text, summary }) => textIn(text) ?? textIn(summary) ?? '');
  return [...new Set([...texts.values(), inDetails.join('')].filter((text) => text !== ''))];
}

function callsIn(delta: JsonObject): readonly CallFragment[] {
  const { tool_calls: calls, function_call: legacy } = delta;
  const fragments = (isObject(calls) ? [calls] : listIn(calls)).filter(isObject);
  if (fragments.length > 0 || !isObject(legacy)) return fragments.map(fragmentFrom);
  return [fragmentFrom({ function: legacy })];
}

function fragmentFrom(call: JsonObject): CallFragment {
  const named = objectIn(call['function']) ?? call;
  const { id, index } = call;
  const position = typeof index === 'string' && index !== '' ? Number(index) : index;
  return {
    index: typeof position === 'number' && Number.isInteger(position) ? position : null,
    id: (typeof id === 'number' ? String(id) : textIn(id)) || null,
    name: textIn(named['name'])?.trim() || null,
    arguments: argumentsFrom(named['arguments']),
    extraContent: extraContentIn(call),
  };
}

/** Usually a piece of JSON text; some servers send the object itself. */
function argumentsFrom(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}
