import type { JsonObject } from '../../../../core/kernel/json.ts';
import { partsOf } from '../../../../core/untrusted/untrusted.ts';
import { firstWords, offers, withoutCourtesy, type Conversation, type Step } from './conversation.ts';
import { fileRequestIn } from './file-request.ts';
import { editFile, listFiles, readFile } from './file-tasks.ts';
import { call, say, type Plan } from './plan.ts';

/** One skill of the demo model. */
export interface Behaviour {
  /** Its line in `help`; null if it is not listed. */
  readonly help: string | null;
  /** The answer to this conversation, or null if the task is of another kind. */
  plan(conversation: Conversation): Plan | null;
}

/** In order: the first one with an answer counts. */
export const behaviours: readonly Behaviour[] = [
  { help: null, plan: acknowledgeAnswer },
  { help: 'help – this list', plan: help },
  { help: 'write <path>: <content> – writes a file into your workspace, with a real tool', plan: writeFile },
  { help: 'read <path>, list files – looks into your workspace, and quotes what is there', plan: readFile },
  { help: null, plan: listFiles },
  { help: 'edit <path>: <old> -> <new> – replaces text in a file', plan: editFile },
  {
    help: 'remember <something>, recall <something> – keeps it in memory and finds it again, with real tools',
    plan: useMemory,
  },
  { help: 'ask – I ask you something, and wait for your answer', plan: ask },
  { help: 'fail once – a tool call is refused, and the run goes on and recovers', plan: failOnce },
  {
    help: 'count to 200 – slow enough to watch, to stop, or to kill in the middle (up to 5000)',
    plan: count,
  },
  { help: 'loop – I repeat one call until the engine ends the run', plan: loop },
];

const maxCount = 5000;
const QUESTION = 'What would you like this machine to do for you first?';

/** The question was plain text, so only the conversation shows that this is its answer. */
function acknowledgeAnswer({ saidBefore, task }: Conversation): Plan | null {
  if (!saidBefore.endsWith(QUESTION)) return null;
  return say(
    'This is the answer to what I asked.',
    `You answered: “${short(task)}”. Thank you. ${ONLY_DEMO}`,
  );
}

function help({ command }: Conversation): Plan | null {
  if (!/^(?:|\/?help(?: me)?|(?:hi|hello|hey)(?: there)?|what can you do)$/.test(command)) return null;
  const list = behaviours.flatMap(({ help: line }) => (line === null ? [] : [`- ${line}`]));
  return say(
    'I am asked what I can do.',
    `Hello. ${WHAT_THIS_IS}\n\nTry one of these:\n${list.join('\n')}\n`,
  );
}

function writeFile(conversation: Conversation): Plan | null {
  const file = fileRequestIn(conversation.task);
  if (!file) return null;
  const done = conversation.steps.at(-1);
  if (done) return say('The tool has answered.', outcomeOfWriting(done));
  if (!offers(conversation, 'write_file'))
    return say('A file is wanted.', cannot('write_file', 'write files'));
  return write(conversation, file.path, file.content, 'A file is wanted.', `I will write ${file.path}.`);
}

/** Finds the input's field in the tool's schema, so that a change of the tools needs none here. */
function useMemory(conversation: Conversation): Plan | null {
  const [, verb, matter] =
    /^(remember|recall)\b[\s:,]*(?:that\s+)?([^]*)$/i.exec(withoutCourtesy(conversation.task)) ?? [];
  if (verb === undefined || matter === undefined) return null;
  const name = verb.toLowerCase();
  const done = conversation.steps.at(-1);
  if (done?.result.success) {
    const { output } = done.result;
    return name === 'remember'
      ? say('It is kept.', `I remember this now. The tool said: ${short(output)}`)
      : say('Something came back.', recalled(output));
  }
  if (done) return say('The tool has failed.', `That did not work. The reason: ${short(done.result.output)}`);
  const tool = conversation.tools.find((offered) => offered.name === name);
  if (tool)
    return call(conversation, name, { [firstField(tool.inputSchema)]: matter }, 'This is for the memory.');
  return say(
    'There is no tool for this.',
    `This version has no memory yet, so I cannot ${name} anything beyond this conversation. A later version brings it.`,
  );
}

function ask(conversation: Conversation): Plan | null {
  if (!/^ask(?: me)?(?: something| anything| a question)?$/.test(conversation.command)) return null;
  const done = conversation.steps.at(-1);
  if (done) {
    const { output, success } = done.result;
    return success
      ? say(
          'This is the answer to what I asked.',
          `You answered: “${short(output)}”. Thank you. ${ONLY_DEMO}`,
        )
      : say('There is no answer.', `I got no answer. The reason: ${short(output)}`);
  }
  if (!offers(conversation, 'ask_user')) return say('I may ask something.', QUESTION);
  const options = ['Write files', 'Answer questions', 'Something else'];
  return call(conversation, 'ask_user', { question: QUESTION, options }, 'I may ask something.');
}

function failOnce(conversation: Conversation): Plan | null {
  if (!/^fail(?: once)?$/.test(conversation.command)) return null;
  if (!offers(conversation, 'write_file'))
    return say('A call is to fail.', cannot('write_file', 'let a call fail'));
  const [first, second] = conversation.steps;
  if (!first) {
    const text = 'First I try to write a file outside the workspace, which the engine has to refuse.';
    return write(conversation, '../outside.txt', 'This must never be written.\n', 'A call is to fail.', text);
  }
  if (first.result.success)
    return say('That was to fail.', `This should have been refused and was not: ${outcomeOfWriting(first)}`);
  if (second?.result.success)
    return say(
      'It worked.',
      `Recovered: the first call was refused, the run went on, and the second one worked. ${outcomeOfWriting(second)}`,
    );
  if (second) return say('It failed again.', `I could not recover. ${outcomeOfWriting(second)}`);
  const text = `The call was refused, as it should be: ${short(first.result.output)}\nA failed call does not end a run, so I try a path inside the workspace.`;
  return write(
    conversation,
    'recovered.txt',
    'The run went on after a refused call.\n',
    'I was told why, and can correct it.',
    text,
  );
}

function count({ command }: Conversation): Plan | null {
  const wanted = command === 'count' ? '20' : /^count (?:up |from 1 )?to (\S+)/.exec(command)?.[1];
  if (wanted === undefined) return null;
  const digits = wanted.replace(/[,_]/g, '');
  const most = /^\d+$/.test(digits) ? Number(digits) : 0;
  if (most < 1 || most > maxCount)
    return say(
      'I cannot count to that.',
      `I count to a whole number from 1 to ${maxCount}, in digits, like “count to 200”.`,
    );
  const chunks = Array.from({ length: most }, (_, index) => `${index + 1} `);
  return { thinking: `I count to ${most}.`, chunks, toolCalls: [] };
}

function loop(conversation: Conversation): Plan | null {
  if (!/^loop(?: forever)?$/.test(conversation.command)) return null;
  if (!offers(conversation, 'write_file'))
    return say('I am to repeat myself.', cannot('write_file', 'repeat a call'));
  // Said only once: if the last turn has no text, the engine ends such a run with its own words.
  const text = 'I will make the same call again and again, until the engine ends this.';
  const isFirst = conversation.steps.length === 0;
  return write(conversation, 'loop.txt', 'Round and round.\n', 'The same again.', isFirst ? text : '');
}

/** The answer to every other task. */
export function introduce({ task }: Conversation): Plan {
  return say(
    'This is none of the things that I have been taught.',
    `Your task arrived: “${firstWords(task)}”. ${WHAT_THIS_IS} So I cannot carry it out.\n\n` +
      'The machine around me is the real one: this answer reached you as numbered events, the conversation is kept ' +
      'in a thread, files that I write are on your disk, and a run that a crash cuts off is brought to an orderly ' +
      'end at the next start.\n\n' +
      'A real model is connected in the settings of the page, at once and without a restart; or by setting ' +
      'PRIMARY_API_KEY, or SVC_LLM_PROVIDER with PRIMARY_BASE_URL and COMPAT_MODEL_ID for a compatible or local ' +
      'endpoint, and starting again.\n\n' +
      'Type “help” to see what I can do.',
  );
}

const WHAT_THIS_IS =
  'I am the demo model of svc: a fixed, deterministic script, no AI. The same conversation always gets the same answer.';
const ONLY_DEMO = 'I am only the demo model and cannot act on it, but it reached me the whole way.';

function write(
  conversation: Conversation,
  path: string,
  content: string,
  thinking: string,
  text: string,
): Plan {
  return call(conversation, 'write_file', { path, content }, thinking, text);
}

function outcomeOfWriting({ call: { input }, result }: Step): string {
  const { path, content } = input as { path: string; content: string };
  const reason = short(result.output);
  if (!result.success) return `Nothing was written to ${path}. The reason: ${reason}`;
  return `Written to ${path}: “${firstWords(content)}”. The tool said: ${reason}`;
}

/** Each entry in readable form. */
function recalled(output: string): string {
  const entries = partsOf(output).inside.split('\n').flatMap(entryIn);
  if (entries.length === 0) return `This is what I recall. The tool said: ${short(output)}`;
  return `This is what I recall:\n${entries.map((text) => `- ${short(text)}`).join('\n')}`;
}

function entryIn(line: string): readonly string[] {
  try {
    const { text } = JSON.parse(line) as { readonly text?: unknown };
    return typeof text === 'string' ? [text] : [];
  } catch {
    return [];
  }
}

const cannot = (tool: string, what: string): string =>
  `I cannot ${what} here: the tool ${tool} is not offered in this run.`;

const short = (text: string): string =>
  text.length <= 300 ? text : `${text.slice(0, 300).toWellFormed()} …`;

function firstField(schema: object): string {
  const { required, properties } = schema as { required?: readonly string[]; properties?: JsonObject };
  return required?.[0] ?? Object.keys(properties ?? {})[0] ?? 'text';
}
