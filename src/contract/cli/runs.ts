import type { CommandInput, CommandRow, Said } from './command.ts';

export interface RunVerbs {
  /** `task`: what was typed as such; `-` is all that stands on stdin. */
  run(input: { readonly task: string; readonly json: boolean } & Asking): Promise<number>;
  /** `thread`: the one to go on with; null begins one. */
  chat(input: { readonly thread: string | null; readonly json: boolean } & Asking): Promise<number>;
}

/** What becomes of questions of the agent. */
export interface Asking {
  /**
   * `decline`: they are answered at once with that there is no answer; `wait`: they wait for a day, and can be answered
   * on the page. Left out, they are asked at a terminal, and declined where there is none.
   */
  readonly questions?: 'decline' | 'wait' | undefined;
}

const asking: readonly Said[] = [
  {
    name: 'no-input',
    does: 'decline questions of the agent, as is done without a terminal; not with --wait',
  },
  { name: 'wait', does: 'wait for answers that are given elsewhere, like on the page, for up to 24 hours' },
];

const askingIn = ({ switches }: CommandInput): Asking => ({
  questions: switches.has('no-input') ? 'decline' : switches.has('wait') ? 'wait' : undefined,
});

const ABOUT_TASKS = `
The words of a task need no quotes, except for characters that the shell reads itself, and for words that begin with -:
quote the task then, or put -- before it, like svc run -- what does --wait do. With - the task is read from stdin; then
no answer can be typed there, so questions are declined unless --wait is given:
  svc run - < task.txt`;

const IN_A_CHAT = `
Each line is a task in the same thread. /help lists what else can be typed, Ctrl-D leaves, Ctrl-C stops a run.
With input from a file or a pipe it does one line after another, and ends with 1 if one of them was refused,
failed or ended early. Questions of the agent are then declined, or with --wait answered elsewhere: the lines are tasks,
and no answers. Several lines that are pasted at once are one task, sent with the next Enter.`;

export const runs: readonly CommandRow<RunVerbs>[] = [
  {
    kind: 'command',
    name: 'run',
    does: 'Run one task and print the answer, in the running engine or, without one, in this process.',
    place: 1,
    args: [{ name: 'task', does: 'what to do, in words; - reads it from stdin', many: true }],
    json: true,
    switches: asking,
    apart: ['no-input', 'wait'],
    help: ABOUT_TASKS,
    hints: { option: 'if it is a word of the task, quote the task, or put -- before it' },
    handle: (verbs, input) => verbs.run({ task: input.args.join(' '), json: input.json, ...askingIn(input) }),
  },
  {
    kind: 'command',
    name: 'chat',
    does: 'Talk with the agent in one thread, in the running engine or, without one, in this process.',
    place: 2,
    json: true,
    options: [{ name: 'thread', value: 'id', does: 'go on with this thread instead of a new one' }],
    switches: asking,
    apart: ['no-input', 'wait'],
    help: IN_A_CHAT,
    handle: (verbs, input) =>
      verbs.chat({ thread: input.options.get('thread') ?? null, json: input.json, ...askingIn(input) }),
  },
];
