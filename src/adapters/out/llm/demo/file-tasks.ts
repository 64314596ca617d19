import { offers, withoutCourtesy, type Conversation } from './conversation.ts';
import { call, say, type Plan } from './plan.ts';

const PATH = '(["\'`]?)([^"\'`\\s][^"\'`\\n]{0,400}?)';

/** "read <path>"; "show <path>" only if that is clearly a file */
export function readFile(conversation: Conversation): Plan | null {
  const pattern = new RegExp(`^(read|show|open)(?: the)?(?: file)? ${PATH}\\2$`, 'iu');
  const [, verb, , path] = pattern.exec(withoutEnd(shortTask(conversation))) ?? [];
  if (verb === undefined || path === undefined) return null;
  const isPlain = /[./\\]/u.test(path) || (/^read$/iu.test(verb) && !path.includes(' '));
  if (!isPlain) return null;
  return withTool(conversation, 'read_file', { path }, (output) =>
    conversation.words.inFile(path, quoted(output)),
  );
}

/** "list files", "list files in <folder>" */
export function listFiles(conversation: Conversation): Plan | null {
  const found = /^(?:list|show)(?: me)?(?: all)?(?: my| the)? files(?: (?:in|of) (\S{1,400}))?$/iu.exec(
    withoutEnd(shortTask(conversation)),
  );
  if (!found) return null;
  const input = found[1] === undefined ? {} : { path: found[1] };
  return withTool(conversation, 'list_files', input, (output) =>
    conversation.words.yourFiles(quoted(output)),
  );
}

/** "edit <path>: <old> -> <new>" */
export function editFile(conversation: Conversation): Plan | null {
  const found = new RegExp(`^edit ${PATH}\\1: ?([^]{1,500}?) ?(?:->|→) ?([^]*)$`, 'iu').exec(
    shortTask(conversation),
  );
  const [, , path, oldString, newString] = found ?? [];
  if (path === undefined || oldString === undefined || newString === undefined) return null;
  return withTool(conversation, 'edit_file', { path, oldString, newString }, (output) =>
    conversation.words.edited(path, output),
  );
}

/** Makes one call, and then reports its result. */
function withTool(
  conversation: Conversation,
  name: string,
  input: Readonly<Record<string, string>>,
  told: (output: string) => string,
): Plan {
  const { steps, words } = conversation;
  const { thinking } = words;
  const done = steps.at(-1);
  if (done?.result.success) return say(thinking.toolAnswered, told(done.result.output));
  if (done) return say(thinking.toolFailed, words.didNotWork(done.result.output));
  if (!offers(conversation, name)) return say(thinking.fileMeant, words.cannot(name, 'that'));
  return call(conversation, name, input, thinking.fileMeant);
}

const QUOTED_CHARS = 2_000;

/** The text between the tags; without tags, as for an empty file, the text of the tool. */
function quoted(output: string): string {
  const start = output.indexOf('>\n');
  const end = output.lastIndexOf('\n</');
  const text = start < 0 || end < start ? output : output.slice(start + 2, end);
  return text.length <= QUOTED_CHARS ? text : `${text.slice(0, QUOTED_CHARS).toWellFormed()} …`;
}

const TASK_CHARS = 1_000;

/** Empty for a long task: these patterns would take too long on a megabyte, and long tasks never match. */
function shortTask({ task }: Conversation): string {
  return task.length > TASK_CHARS ? '' : withoutCourtesy(task);
}

const withoutEnd = (sentence: string): string => sentence.replace(/[.!?]+$/u, '');
