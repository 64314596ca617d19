/** Host and port as the setting names them, from what a person types: these, or an address. Null if it is neither. */
export function privateHost(typed: string): string | null {
  const text = typed.trim();
  const isAddress = /^https?:\/\//iu.test(text);
  if (!isAddress && !/^(?:\[[\da-f:.]+\]|[\w.-]+):\d{1,5}$/iu.test(text)) return null;
  const address = isAddress ? text : `http://${text}`;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, port } = new URL(address);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}
