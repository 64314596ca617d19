import { OF_TOOL_SERVERS } from '../../ports/tools.ts';
import { toolServerLimits as limits } from './limits.ts';

const BETWEEN = '__';
const SERVER_CHARS = 20;
const MARK_CHARS = 7;
/** A plain name that ends like this reads like the changed form of another one, so it is changed, too. */
const MARKED = /_[0-9a-f]{6}$/u;

/**
 * The name of a server's tool for models: `mcp__<server>__<tool>`, in the characters and the length that all providers
 * take. A name that had to be changed for that ends with a few digits of its hash, so that a tool has the same name each
 * time. Two names may still become the same, because a server can search for such a pair: see `compared`.
 */
export function offeredName(server: string, tool: string, sha256: (text: string) => string): string {
  const ofServer = part(server, SERVER_CHARS, sha256);
  const left = limits.offeredNameChars - OF_TOOL_SERVERS.length - BETWEEN.length - ofServer.length;
  return `${OF_TOOL_SERVERS}${ofServer}${BETWEEN}${part(tool, left, sha256)}`;
}

function part(name: string, maxChars: number, sha256: (text: string) => string): string {
  // Two underscores would move the border between server and tool.
  const isPlain = /^[a-zA-Z0-9-]+(?:_[a-zA-Z0-9-]+)*$/u.test(name) && !MARKED.test(name);
  if (isPlain && name.length <= maxChars) return name;
  const kept = name
    .replaceAll(/[^a-zA-Z0-9-]+/gu, '_')
    .replaceAll(/^_|_$/gu, '')
    .slice(0, maxChars - MARK_CHARS)
    .replace(/_$/u, '');
  return `${kept === '' ? 'tool' : kept}_${sha256(name).slice(0, MARK_CHARS - 1)}`;
}
