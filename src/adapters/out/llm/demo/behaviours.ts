import type { JsonObject } from '../../../../core/kernel/json.ts';
import { partsOf } from '../../../../core/trust/untrusted/untrusted.ts';
import { firstWords, offers, withoutCourtesy, type Conversation, type Step } from './conversation.ts';
import { english, type DemoWords } from './english.ts';
import { fileRequestIn } from './file-request.ts';
import { editFile, listFiles, readFile } from './file-tasks.ts';
import { german } from './german.ts';
import { call, say, type Plan } from './plan.ts';

/** One skill of the demo model. */
export interface Behaviour {
  /** Its line in `help`; null if it is not listed. */
  readonly help: keyof DemoWords['help'] | null;
  /** The answer to this conversation, or null if the task is of another kind. */
  plan(conversation: Conversation): Plan | null;
}

/** In order: the first one with an answer counts. */
export const behaviours: readonly Behaviour[] = [
  { help: null, plan: acknowledgeAnswer },
  { help: 'help', plan: help },
  { help: 'write', plan: writeFile },
  { help: 'read', plan: readFile },
  { help: null, plan: listFiles },
  { help: 'edit', plan: editFile },
  { help: 'memory', plan: useMemory },
  { help: 'ask', plan: ask },
  { help: 'fail', plan: failOnce },
  { help: 'count', plan: count },
  { help: 'loop', plan: loop },
];

const maxCount = 5000;

/** The question was plain text, so only the conversation shows that this is its answer. */
function acknowledgeAnswer({ saidBefore, task }: Conversation): Plan | null {
  const words = [english, german].find(({ question }) => saidBefore.endsWith(question));
  return words === undefined ? null : say(words.thinking.answered, words.youAnswered(short(task)));
}

function help({ command, words }: Conversation): Plan | null {
  if (!/^(?:|\/?help(?: me)?|(?:hi|hello|hey)(?: there)?|what can you do)$/.test(command)) return null;
  const list = behaviours.flatMap(({ help: line }) => (line === null ? [] : [`- ${words.help[line]}`]));
  return say(words.thinking.help, words.hello(words.whatThisIs, list.join('\n')));
}

function writeFile(conversation: Conversation): Plan | null {
  const { words, steps } = conversation;
  const { thinking } = words;
  const file = fileRequestIn(conversation.task);
  if (!file) return null;
  const done = steps.at(-1);
  if (done) return say(thinking.toolAnswered, outcomeOfWriting(done, words));
  if (!offers(conversation, 'write_file'))
    return say(thinking.fileWanted, words.cannot('write_file', 'write'));
  return write(conversation, file.path, file.content, thinking.fileWanted, words.willWrite(file.path));
}

/** Finds the input's field in the tool's schema, so that a change of the tools needs none here. */
function useMemory(conversation: Conversation): Plan | null {
  const { words } = conversation;
  const { thinking } = words;
  const [, verb, matter] =
    /^(remember|recall)\b[\s:,]*(?:that\s+)?([^]*)$/i.exec(withoutCourtesy(conversation.task)) ?? [];
  if (verb === undefined || matter === undefined) return null;
  const name = verb.toLowerCase();
  const done = conversation.steps.at(-1);
  if (done?.result.success) {
    const { output } = done.result;
    return name === 'remember'
      ? say(thinking.kept, words.remembered(short(output)))
      : say(thinking.cameBack, recalled(output, words));
  }
  if (done) return say(thinking.toolFailed, words.didNotWork(short(done.result.output)));
  const tool = conversation.tools.find((offered) => offered.name === name);
  if (tool) return call(conversation, name, { [firstField(tool.inputSchema)]: matter }, thinking.forMemory);
  return say(thinking.noTool, words.noMemory(name));
}

function ask(conversation: Conversation): Plan | null {
  const { question, options, thinking, youAnswered, gotNoAnswer } = conversation.words;
  if (!/^ask(?: me)?(?: something| anything| a question)?$/.test(conversation.command)) return null;
  const done = conversation.steps.at(-1);
  if (done) {
    const { output, success } = done.result;
    return success
      ? say(thinking.answered, youAnswered(short(output)))
      : say(thinking.noAnswer, gotNoAnswer(short(output)));
  }
  if (!offers(conversation, 'ask_user')) return say(thinking.mayAsk, question);
  return call(conversation, 'ask_user', { question, options: [...options] }, thinking.mayAsk);
}

function failOnce(conversation: Conversation): Plan | null {
  const { words } = conversation;
  const { thinking } = words;
  if (!/^fail(?: once)?$/.test(conversation.command)) return null;
  if (!offers(conversation, 'write_file')) return say(thinking.toFail, words.cannot('write_file', 'fail'));
  const [first, second] = conversation.steps;
  if (!first)
    return write(
      conversation,
      '../outside.txt',
      'This must never be written.\n',
      thinking.toFail,
      words.tryOutside,
    );
  if (first.result.success)
    return say(thinking.shouldHaveFailed, words.wasNotRefused(outcomeOfWriting(first, words)));
  if (second?.result.success) return say(thinking.worked, words.recovered(outcomeOfWriting(second, words)));
  if (second) return say(thinking.failedAgain, words.notRecovered(outcomeOfWriting(second, words)));
  return write(
    conversation,
    'recovered.txt',
    'The run went on after a refused call.\n',
    thinking.canCorrect,
    words.tryInside(short(first.result.output)),
  );
}

function count({ command, words }: Conversation): Plan | null {
  const wanted = command === 'count' ? '20' : /^count (?:up |from 1 )?to (\S+)/.exec(command)?.[1];
  if (wanted === undefined) return null;
  const digits = wanted.replace(/[,_]/g, '');
  const most = /^\d+$/.test(digits) ? Number(digits) : 0;
  if (most < 1 || most > maxCount) return say(words.thinking.cannotCount, words.countLimits(maxCount));
  const chunks = Array.from({ length: most }, (_, index) => `${index + 1} `);
  return { thinking: words.thinking.counting(most), chunks, toolCalls: [] };
}

function loop(conversation: Conversation): Plan | null {
  const { steps, words } = conversation;
  if (!/^loop(?: forever)?$/.test(conversation.command)) return null;
  if (!offers(conversation, 'write_file'))
    return say(words.thinking.toRepeat, words.cannot('write_file', 'repeat'));
  // Said only once: if the last turn has no text, the engine ends such a run with its own words.
  const text = steps.length === 0 ? words.willLoop : '';
  return write(conversation, 'loop.txt', 'Round and round.\n', words.thinking.sameAgain, text);
}

/** The answer to every other task. */
export const introduce = ({ task, words }: Conversation): Plan =>
  say(words.thinking.notTaught, words.introduction(firstWords(task), words.whatThisIs));

function write(
  conversation: Conversation,
  path: string,
  content: string,
  thinking: string,
  text: string,
): Plan {
  return call(conversation, 'write_file', { path, content }, thinking, text);
}

function outcomeOfWriting({ call: { input }, result }: Step, words: DemoWords): string {
  const { path, content } = input as { path: string; content: string };
  const said = short(result.output);
  return result.success ? words.written(path, firstWords(content), said) : words.notWritten(path, said);
}

/** Each entry in readable form. */
function recalled(output: string, words: DemoWords): string {
  const entries = partsOf(output).inside.split('\n').flatMap(entryIn);
  if (entries.length === 0) return words.recalledNothing(short(output));
  return words.recalled(entries.map((text) => `- ${short(text)}`).join('\n'));
}

function entryIn(line: string): readonly string[] {
  try {
    const { text } = JSON.parse(line) as { readonly text?: unknown };
    return typeof text === 'string' ? [text] : [];
  } catch {
    return [];
  }
}

const short = (text: string): string =>
  text.length <= 300 ? text : `${text.slice(0, 300).toWellFormed()} …`;

function firstField(schema: object): string {
  const { required, properties } = schema as { required?: readonly string[]; properties?: JsonObject };
  return required?.[0] ?? Object.keys(properties ?? {})[0] ?? 'text';
}
