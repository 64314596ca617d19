import { withoutCourtesy } from './conversation.ts';

export interface FileRequest {
  readonly path: string;
  readonly content: string;
}

const DEFAULT: FileRequest = { path: 'hello.txt', content: 'Hello from the demo model.\n' };

/**
 * The file that a task asks for, if any. Repairs nothing: a dangerous path is passed on as typed, because the engine
 * must refuse it.
 *
 * A task may be a megabyte long, so every pattern is anchored and reads each character a bounded number of times.
 */
export function fileRequestIn(task: string): FileRequest | null {
  const verb = /^(write|create|make|save)\s+/i.exec(withoutCourtesy(task));
  if (!verb) return null;
  const wanted = verb.input.slice(verb[0].length);
  const file = /^(?:(?:a|an|the|another|new|text|small)\s+){0,4}file(?=[\s:]|[.!?]?$)/i.exec(wanted);
  if (file) return describedFile(wanted.slice(file[0].length).trim());
  return namedFile(wanted, verb[1]?.toLowerCase() === 'write') ?? contentInto(wanted);
}

/** What follows "create a file": a name or a default, and a content or a default. */
function describedFile(text: string): FileRequest {
  const lead = /^(?:(named|called)|to|at|in)\s+/i.exec(text);
  const name = pathAtStart(text.slice(lead?.[0].length ?? 0));
  if (!name || !(lead?.[1] || name.quoted || looksLikeFile(name.path)))
    return { ...DEFAULT, ...contentAtStart(text) };
  return { ...DEFAULT, ...contentAtStart(name.rest), path: name.path };
}

/** "<path>: <content>", or "<path> with <content>" if the path is clearly that of a file. */
function namedFile(text: string, anyName: boolean): FileRequest | null {
  const name = pathAtStart(text.replace(/^(?:to|into)\s+/i, ''));
  if (!name) return null;
  const plainlyFile = name.quoted || looksLikeFile(name.path);
  if (!plainlyFile && !(anyName && /^\s*:/.test(name.rest))) return null;
  const content = contentAtStart(name.rest);
  if (content) return { path: name.path, ...content };
  return name.rest.trim() === '' ? { ...DEFAULT, path: name.path } : null;
}

/** "<content> to <path>" */
function contentInto(text: string): FileRequest | null {
  const end = /\s(?:to|into|in)\s+(\S+)$/i.exec(text);
  const path = end?.[1] && unquoted(end[1]);
  if (!end || !path || !looksLikeFile(path)) return null;
  return { path, content: unquoted(text.slice(0, text.length - end[0].length).trim()) };
}

function pathAtStart(text: string): { path: string; quoted: boolean; rest: string } | null {
  const quoted = /^(["'`])([^"'`\n]{1,400})\1/.exec(text);
  if (quoted?.[2]) return { path: quoted[2], quoted: true, rest: text.slice(quoted[0].length) };
  // Keeps the colon of a drive letter, so that the engine refuses "C:\x" as a whole.
  const plain = /^(?:[A-Za-z]:(?=[\\/]))?[^\s:"'`][^\s:]{0,2000}/.exec(text)?.[0];
  if (plain === undefined) return null;
  const rest = text.slice(plain.length);
  // A full stop at the end belongs to the sentence.
  return { path: rest === '' ? plain.replace(/(?<=\w)[.,!?]$/, '') : plain, quoted: false, rest };
}

function contentAtStart(text: string): { content: string } | null {
  const sign =
    /^\s*:\s?/.exec(text) ??
    /^\s*(?:with|containing|saying|that says)(?:\s+(?:the\s+)?(?:text|content|words))?(?:\s*:\s*|\s+)/i.exec(
      text,
    );
  return sign && { content: text.slice(sign[0].length) };
}

const looksLikeFile = (path: string): boolean => /[\\/]|\.\w{1,8}$/.test(path);

const unquoted = (text: string): string =>
  /^(["'`])[^]*\1$/.test(text) && text.length > 1 ? text.slice(1, -1) : text;
