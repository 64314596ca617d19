import { gzipSync } from 'node:zlib';
import type { JsonObject } from '../../../../src/core/kernel/json.ts';
import type { Random } from '../../../harness/disk/random.ts';

/** What a model says in one answer. */
export interface Said {
  readonly thoughts: string;
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly input: JsonObject }[];
  readonly counts: { readonly prompt: number; readonly answer: number } | null;
  readonly stop: 'end_turn' | 'tool_use' | 'output_limit' | 'refused';
}

/** How a body goes wrong; `none` if it does not. Each of the others must end as a failure. */
export type Fault = 'none' | 'cut' | 'broken' | 'error' | 'damaged' | 'page' | 'empty' | 'silent' | 'pings';

/** What the server does after its last byte. */
type Then = 'ends' | 'breaks' | 'stays' | 'pings';

/** One generated answer of a server, and what a reader who follows the rules takes from it. */
export interface Stream {
  readonly headers: Readonly<Record<string, string>>;
  readonly pieces: readonly Uint8Array[];
  /** Characters of the body, decompressed. */
  readonly bytes: number;
  readonly after: Then;
  readonly fault: Fault;
  readonly said: Said;
  /** What was chosen, for a report. */
  readonly style: JsonObject;
}

/** One event, as the fields that it has. */
export interface Frame {
  readonly event?: string;
  readonly data: JsonObject | string;
}

/** Chooses by chance, and remembers the choices. */
export class Chooser {
  readonly style: Record<string, string> = {};
  readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  of<T extends string>(name: string, ...choices: readonly [T, ...T[]]): T {
    const chosen = this.random.pick(choices);
    this.style[name] = chosen;
    return chosen;
  }

  chance(share: number): boolean {
    return this.random.next() < share;
  }

  /** A text cut at any place, also between the halves of a surrogate pair. */
  cut(text: string): string[] {
    const pieces: string[] = [];
    for (let at = 0; at < text.length;) {
      const length = 1 + this.random.below(this.chance(0.3) ? 2 : 24);
      pieces.push(text.slice(at, at + length));
      at += length;
    }
    return pieces;
  }
}

const FIRST = ['Yes', 'Grüße', '日本', '👩‍👩‍👧', '"No"', 'a<b', '```js', '-', '0'] as const;
const WORDS = [
  ...FIRST,
  '<think>',
  '`</think>`',
  '\n\n',
  '\r\n',
  'data: x',
  '[DONE]',
  '{"a":1}',
  '\u2028',
  'error:',
  ': x',
  'e\u0301',
  '\\',
  '😀'.repeat(3),
] as const;
const NAMES = ['write_file', 'list_files', 'read'] as const;

export function aSaid(choose: Chooser): Said {
  const { random } = choose;
  const words = (most: number, from: readonly string[]) =>
    Array.from({ length: random.below(most) }, () => from[random.below(from.length)]).join(' ');
  const calls = choose.chance(0.4)
    ? Array.from({ length: 1 + random.below(3) }, (_, n) => ({
        name: random.pick(NAMES),
        input: choose.chance(0.2)
          ? {}
          : { path: `${n}.md`, content: words(8, WORDS), n: { list: [n, null] } },
      }))
    : [];
  const thoughts = choose.chance(0.4) ? `${random.pick(FIRST)} ${words(8, FIRST)}.` : '';
  const text = calls.length > 0 && choose.chance(0.5) ? '' : `${random.pick(FIRST)} ${words(12, WORDS)}.`;
  const counts = choose.chance(0.7) ? { prompt: 10 + random.below(30), answer: 1 + random.below(90) } : null;
  const ended = calls.length > 0 ? ('tool_use' as const) : ('end_turn' as const);
  const stop = choose.chance(0.85) ? ended : random.pick(['output_limit', 'refused'] as const);
  choose.style['stop'] = stop;
  return { thoughts, text, calls, counts, stop };
}

const FAULTS = ['cut', 'broken', 'error', 'damaged', 'page', 'empty', 'silent', 'pings'] as const;
export const aFault = (choose: Chooser): Fault =>
  choose.chance(0.25) ? choose.of('fault', ...FAULTS) : 'none';

const PAGE = '<!doctype html>\n<html><title>Sign in</title></html>';
const PINGED = { cut: 'ends', broken: 'breaks', silent: 'stays', pings: 'pings' } as const;

/** The frames as bytes, with the fault in them. `open` are those after which the answer is not finished. */
export function streamOf(
  choose: Chooser,
  {
    said,
    fault,
    open,
    rest,
    error,
  }: {
    readonly said: Said;
    readonly fault: Fault;
    readonly open: readonly Frame[];
    /** What finishes the answer, and what follows. */
    readonly rest: readonly Frame[];
    readonly error: Frame;
  },
): Stream {
  const { random, style } = choose;
  const write = writer(choose);
  const begun = open.slice(0, random.below(open.length + 1));
  const damaged = JSON.stringify(open.at(-1)?.data ?? {}).slice(0, -2) || '{';
  const body = {
    none: () => write([...open, ...rest]),
    cut: () => write(begun),
    broken: () => write(begun),
    silent: () => write(begun),
    pings: () => write(begun),
    error: () => write([...begun, error]),
    damaged: () => write([...begun, { data: damaged }, ...rest]),
    page: () => PAGE,
    empty: () => '',
  }[fault]();
  const after: Then =
    fault === 'none'
      ? choose.of('after', 'ends', 'ends', 'ends', 'stays', 'pings')
      : fault in PINGED
        ? PINGED[fault as keyof typeof PINGED]
        : 'ends';
  // Without the empty line after it, an event that stays open is not one.
  const isUnended = fault === 'none' && after === 'ends' && choose.chance(0.1);
  return { ...sent(choose, isUnended ? body.trimEnd() : body, after), after, fault, said, style };
}

/** A body that is one JSON text. */
export function wholeOf(choose: Chooser, said: Said, body: JsonObject): Stream {
  choose.style['whole'] = 'yes';
  const after = choose.of('after', 'ends', 'ends', 'stays');
  const text = choose.chance(0.5) ? JSON.stringify(body) : `\n${JSON.stringify(body, null, 2)}\n`;
  return { ...sent(choose, text, after), after, fault: 'none', said, style: choose.style };
}

function sent(choose: Chooser, body: string, after: Then): Pick<Stream, 'headers' | 'pieces' | 'bytes'> {
  const plain = Buffer.from(body);
  const isZipped = after === 'ends' && choose.chance(0.1);
  if (isZipped) choose.style['encoding'] = 'gzip';
  const type = choose.of('type', 'text/event-stream', 'text/event-stream; charset=utf-8', 'application/json');
  return {
    headers: { 'content-type': type, ...(isZipped ? { 'content-encoding': 'gzip' } : {}) },
    pieces: inPieces(choose, isZipped ? gzipSync(plain) : plain),
    bytes: plain.length,
  };
}

/** Cut at any byte. */
function inPieces(choose: Chooser, bytes: Buffer): readonly Uint8Array[] {
  const most = { whole: bytes.length + 1, large: 700, small: 40 }[
    choose.of('cut', 'whole', 'large', 'large', 'small')
  ];
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = Math.max(1, most > bytes.length ? most : random(choose, most));
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}
const random = (choose: Chooser, most: number): number => choose.random.below(most);

/** Server-sent events in one of the forms that the standard allows. */
function writer(choose: Chooser): (frames: readonly Frame[]) => string {
  const end = { lf: '\n', crlf: '\r\n', cr: '\r' }[choose.of('lines', 'lf', 'lf', 'crlf', 'cr')];
  const space = choose.chance(0.8) ? ' ' : '';
  const isNamed = choose.chance(0.8);
  const json = choose.of('json', 'plain', 'plain', 'escaped', 'lines');
  const noise = choose.of('noise', 'none', 'none', 'comments', 'fields');
  const bom = choose.chance(0.1) ? '\uFEFF' : '';
  const dataOf = (data: Frame['data']): string => {
    if (typeof data === 'string') return data;
    if (json === 'lines') return JSON.stringify(data, null, 1);
    const text = JSON.stringify(data);
    if (json === 'plain') return text;
    return text.replaceAll(/[^\x20-\x7E]/gu, (character) =>
      Array.from(
        { length: character.length },
        (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
      ).join(''),
    );
  };
  const linesOf = ({ event, data }: Frame): readonly string[] => [
    ...(noise === 'comments' && choose.chance(0.5) ? [': keep-alive', ''] : []),
    ...(noise === 'fields' && choose.chance(0.5) ? ['id: 7', 'retry: 3000', 'odd'] : []),
    ...(event !== undefined && isNamed ? [`event:${space}${event}`] : []),
    ...dataOf(data)
      .split('\n')
      .map((line) => `data:${space}${line}`),
    '',
  ];
  return (frames) =>
    bom +
    frames
      .flatMap(linesOf)
      .map((line) => line + end)
      .join('');
}
