import { toolServerLimits as limits } from './limits.ts';

const BEGINNING = 'mcp__';
const BETWEEN = '__';
const SERVER_CHARS = 20;
const MARK_CHARS = 7;

/**
 * The name of a server's tool for models: `mcp__<server>__<tool>`, in the characters and the length that all providers
 * take. A name that had to be changed for that ends with a few digits of its hash, so that two of them stay apart and a
 * tool has the same name each time. No tool of the engine begins like this.
 */
export function offeredName(server: string, tool: string, sha256: (text: string) => string): string {
  const ofServer = part(server, SERVER_CHARS, sha256);
  const left = limits.offeredNameChars - BEGINNING.length - BETWEEN.length - ofServer.length;
  return `${BEGINNING}${ofServer}${BETWEEN}${part(tool, left, sha256)}`;
}

function part(name: string, maxChars: number, sha256: (text: string) => string): string {
  // Two underscores would move the border between server and tool.
  const isPlain = /^[a-zA-Z0-9-]+(?:_[a-zA-Z0-9-]+)*$/u.test(name);
  if (isPlain && name.length <= maxChars) return name;
  const kept = name
    .replaceAll(/[^a-zA-Z0-9-]+/gu, '_')
    .replaceAll(/^_|_$/gu, '')
    .slice(0, maxChars - MARK_CHARS)
    .replace(/_$/u, '');
  return `${kept === '' ? 'tool' : kept}_${sha256(name).slice(0, MARK_CHARS - 1)}`;
}
