const NEARBY =
  /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[|[^./:]+(?:[:/]|$)|[^/:]+\.(?:local|lan|home)(?:[:/]|$))/iu;

/**
 * The address of a server as a person types it: without http:// or https:// it is a server on this machine or in its network,
 * which has no certificate, or one on the internet, which has.
 */
export function webAddress(typed: string): string {
  const text = typed.trim();
  if (text === '' || /^[a-z][a-z\d+.-]*:\/\//iu.test(text)) return text;
  return `${NEARBY.test(text) ? 'http' : 'https'}://${text}`;
}
