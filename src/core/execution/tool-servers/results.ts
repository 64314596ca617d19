import { jsonWithDigits } from '../../kernel/exact-json.ts';
import { bytesInBase64 } from '../../kernel/bytes.ts';
import { isJsonObject, type Json } from '../../kernel/json.ts';
import type { Begun } from '../../ports/log.ts';
import { finderOf } from '../../trust/masking/known-values.ts';
import { MASK } from '../../trust/masking/redaction.ts';
import type { ToolOutcome } from '../../ports/tools.ts';
import { untrusted } from '../../trust/untrusted/untrusted.ts';
import { cleanedLine } from './cleaned-text.ts';
import { toolServerLimits as limits } from './limits.ts';
import type { CallResult } from './port.ts';

interface From {
  readonly server: string;
  readonly tool: string;
  readonly nonce: string;
  /** The secrets that are masked in results. */
  readonly known: readonly string[];
  /** How much of one counts where a result is cut. */
  readonly begunIs: Begun;
}

/**
 * A result of a server's tool for the model: its texts, marked as a stranger's and cut. Of images, sounds and files it
 * is told what they are; addresses of resources are shown and never followed. Secrets in it are masked later; one that is
 * cut would not be found then, so it is masked here.
 */
export function outcomeOf(
  { content, structured, isError }: CallResult,
  { server, tool, nonce, known, begunIs }: From,
): ToolOutcome {
  const shown = content.slice(0, limits.resultBlocks).map(textOf);
  // Where the texts alone fill what is shown, data would only be cut away; writing them out takes long.
  const isFull = shown.reduce((sum, { length }) => sum + length, 0) >= limits.resultChars;
  const data = structured === null || isFull ? null : JSON.stringify(structured);
  const isRepeated = data === null || content.slice(0, REPEATED_IN).some((block) => isSame(block, data));
  const parts = isRepeated ? shown : [...shown, `As structured data: ${data}`];
  const left = content.length - shown.length;
  if (left > 0) parts.push(`[${left} more parts are left out]`);
  const whole = parts.join('\n\n').toWellFormed();
  const text =
    whole.length <= limits.resultChars
      ? whole
      : `${withoutBegun(whole.slice(0, limits.resultChars).toWellFormed(), known, begunIs)}\n[cut: ${whole.length - limits.resultChars} more characters]`;
  const source = `tool ${cleanedLine(tool, 100)} of the tool server ${cleanedLine(server, 100)}`;
  if (text.trim() === '')
    return {
      output: isError ? 'The tool failed and said nothing.' : 'The tool answered without any content.',
      success: !isError,
    };
  const output = untrusted({ text, source, nonce });
  return { output: isError ? `The tool says that it failed.\n${output}` : output, success: !isError };
}

function withoutBegun(cut: string, known: readonly string[], begunIs: Begun): string {
  const finder = finderOf(known);
  const begun = begunIs === 'half' ? finder.halfAtEnd(cut) : finder.beginningAtEnd(cut);
  return begun === 0 ? cut : `${cut.slice(0, -begun)}${MASK}`;
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const line = (value: Json | undefined): string => cleanedLine(text(value), limits.saidChars);

function textOf(block: Json): string {
  if (!isJsonObject(block)) return '[a part that the engine cannot read]';
  switch (block['type']) {
    case 'text':
      return text(block['text']);
    case 'image':
    case 'audio':
      return `[${block['type']}: ${line(block['mimeType']) || 'of an unknown type'}, ${bytesInBase64(text(block['data']))} bytes; not shown]`;
    case 'resource_link':
      return `[link to a resource, not opened: ${[line(block['name']), line(block['uri'])].filter(Boolean).join(', ')}]`;
    case 'resource':
      return resourceOf(block['resource']);
    default:
      return `[a part of the type ${JSON.stringify(line(block['type']))}, which the engine does not know]`;
  }
}

function resourceOf(resource: Json | undefined): string {
  if (!isJsonObject(resource)) return '[a resource that the engine cannot read]';
  const what = [line(resource['uri']), line(resource['mimeType'])].filter(Boolean).join(', ');
  if (typeof resource['text'] === 'string') return `[resource ${what}]\n${resource['text']}`;
  return `[resource ${what}, ${bytesInBase64(text(resource['blob']))} bytes; not shown]`;
}

/** Where servers repeat structured content as text, for clients that do not know it. */
const REPEATED_IN = 3;

/** `data` as JSON. A text that is much longer is something else, and costs too much to read. So does more than is shown. */
function isSame(block: Json, data: string): boolean {
  if (!isJsonObject(block) || typeof block['text'] !== 'string' || data.length > limits.resultChars)
    return false;
  if (block['text'].length > data.length * 4 + 1_000) return false;
  try {
    return JSON.stringify(jsonWithDigits(block['text'])) === data;
  } catch {
    return false;
  }
}
