import type { IncomingMessage } from 'node:http';

/** Whether the client takes JSON and no stream: it names `application/json`, and nothing that includes a stream of events. */
export function acceptsOnlyJson({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const accepted = new Set((headers.accept ?? '').split(',').flatMap(mediaType));
  return accepted.has('application/json') && !STREAMS.some((type) => accepted.has(type));
}

const STREAMS = ['*/*', 'text/*', 'text/event-stream'];

/** Empty for a type with the weight zero, which is refused (RFC 9110 §12.5.1). */
function mediaType(range: string): readonly string[] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  return parameters.some((one) => /^q=0(?:\.0*)?$/u.test(one)) ? [] : [type];
}
