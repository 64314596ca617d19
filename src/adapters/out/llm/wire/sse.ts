import { sayFailure } from '../../../../core/instance/models/says.ts';
import { createParser } from 'eventsource-parser';
import { JsonExtent } from './json-extent.ts';
import { ErrorLines } from './error-lines.ts';
import { tooLong, WireFailure, type Failure } from './failure.ts';

/** A server-sent event (HTML standard › Server-sent events). `event` is often missing. */
export interface ServerEvent {
  readonly event?: string | undefined;
  readonly data: string;
}

export interface BodyLimits {
  /** Limits in characters for one event and for the whole body, after decompression. */
  readonly eventChars: number;
  readonly bodyChars: number;
}

const SNIFFED = 64;

/**
 * The events of a response body, grouped by read. Tolerates what servers really send: any line ending, no space after
 * `data:`, comments, no event names, no newline after the last line, characters and lines cut anywhere. A body that is
 * one JSON text, because the server did not stream, is one event without a name.
 * @throws WireFailure if the body is a web page, or exceeds the limits
 */
export async function* serverSentEvents(
  reads: AsyncIterable<Uint8Array>,
  limits: BodyLimits,
): AsyncGenerator<readonly ServerEvent[]> {
  const decoder = new TextDecoder();
  let batch: ServerEvent[] = [];
  let isTooLong = false;
  const parser = createParser({
    maxBufferSize: limits.eventChars,
    onEvent: ({ event, data }) => batch.push({ event, data: withoutFieldNames(data) }),
    onError: ({ type }) => {
      isTooLong ||= type === 'max-buffer-size-exceeded';
    },
  });
  const lineEnds = new LineEnds();
  const errorLines = new ErrorLines();
  const parsed = (text: string): readonly ServerEvent[] => {
    parser.feed(errorLines.next(lineEnds.next(text)));
    if (isTooLong) throw tooLong();
    const events = batch;
    batch = [];
    return events;
  };

  let opening = '';
  let kind: 'unknown' | 'events' | 'json' = 'unknown';
  const json: string[] = [];
  const extent = new JsonExtent();
  let length = 0;
  for await (const bytes of reads) {
    let text = decoder.decode(bytes, { stream: true });
    length += text.length;
    if (length > limits.bodyChars) throw tooLong();
    if (kind === 'unknown') {
      opening += text;
      const begun = opening.replace(/^\uFEFF/u, '').trimStart();
      if (begun === '' && opening.length < SNIFFED) continue;
      if (begun.startsWith('<')) throw new WireFailure(PAGE);
      kind = /^[{[]/u.test(begun) ? 'json' : 'events';
      text = opening;
    }
    if (kind === 'json') {
      if (length > limits.eventChars) throw tooLong();
      json.push(text);
      extent.add(text);
      // Its connection may stay open.
      if (extent.isClosed) yield [{ data: json.splice(0).join('') }];
    } else {
      const events = parsed(text);
      if (events.length > 0) yield events;
    }
  }
  const rest = decoder.decode();
  if (kind === 'json') {
    if (json.length > 0) yield [{ data: json.join('') + rest }];
    return;
  }
  // The last line may be unterminated, and the last event may lack its empty line.
  const last = parsed(`${kind === 'unknown' ? opening : ''}${rest}\n\n`);
  if (last.length > 0) yield last;
}

/** Some relays frame events twice: `data: data: {…}`. No JSON has a line that begins so. */
const withoutFieldNames = (data: string): string =>
  data.startsWith('data:') ? data.replaceAll(/^(?:data:[ \t]*)+/gmu, '') : data;

const PAGE: Failure = {
  says: [sayFailure('model.web_page')],
  retryable: false,
  fault: 'no_api',
};

/** Any line ending as one line feed, at once: after a carriage return the parser would wait for the next character. */
class LineEnds {
  #endsWithReturn = false;

  next(text: string): string {
    const more = this.#endsWithReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') this.#endsWithReturn = text.endsWith('\r');
    return more.includes('\r') ? more.replaceAll(/\r\n?/gu, '\n') : more;
  }
}
