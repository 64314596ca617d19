import type { CommandInput, CommandRow, Said } from './command.ts';

export interface RunVerbs {
  /** `task`: the task as typed; `-` reads all of stdin. */
  run(
    input: {
      readonly task: string;
      /** Files of this machine to attach: paths from the working directory. */
      readonly attach: readonly string[];
      /** The model profile; without it, the usual one. */
      readonly profile?: string | undefined;
      /** The assistant to begin with; without it, none. */
      readonly assistant?: string | undefined;
      readonly json: boolean;
    } & Asking,
  ): Promise<number>;
  /** `thread`: the thread to continue; null starts a new one. */
  chat(
    input: {
      readonly thread: string | null;
      readonly profile?: string | undefined;
      readonly assistant?: string | undefined;
      readonly json: boolean;
    } & Asking,
  ): Promise<number>;
}

/** How to handle questions of the agent. */
export interface Asking {
  /**
   * `decline`: tells the agent at once that there is no answer; `wait`: questions wait for a day, and can be answered
   * on the page. By default they are asked at a terminal, and declined without one.
   */
  readonly questions?: 'decline' | 'wait' | undefined;
}

const profile = { name: 'profile', value: 'name', summary: 'the model profile to answer with' } as const;

const assistant = {
  name: 'assistant',
  value: 'name',
  summary: 'the assistant to begin a new thread with',
} as const;

const asking: readonly Said[] = [
  {
    name: 'no-input',
    summary: 'decline questions of the agent, the default without a terminal; not with --wait',
  },
  { name: 'wait', summary: 'wait up to 24 hours for answers given elsewhere, for example on the page' },
];

const askingIn = ({ switches }: CommandInput): Asking => ({
  questions: switches.has('no-input') ? 'decline' : switches.has('wait') ? 'wait' : undefined,
});

const ABOUT_TASKS = `
The words of a task need no quotes, except for characters that the shell reads itself, and for words that begin with -:
quote the task then, or put -- before it, like svc run -- what does --wait do. With - the task is read from stdin; then
no answer can be typed there, so questions are declined unless --wait is given:
  svc run - < task.txt

Ctrl-C stops the run. So does closing its output, as svc run … | head -1 does: like other programs, svc ends then. What
the run did until then stays in its thread (svc threads), and its changed files wait in svc changes. To let a run end in
the background, send its output to a file: svc run … > answer.txt.`;

const IN_A_CHAT = `
Each line is a task in the same thread. /help lists what else can be typed, Ctrl-D leaves, Ctrl-C stops a run.
With input from a file or a pipe it does one line after another, and ends with 1 if one of them was refused,
failed or ended early. Questions of the agent are then declined, or with --wait answered elsewhere: the lines are tasks,
and no answers. Several lines that are pasted at once are one task, sent with the next Enter.`;

export const runs: readonly CommandRow<RunVerbs>[] = [
  {
    kind: 'command',
    name: 'run',
    summary: 'Run one task and print the answer; uses the running engine, or this process if there is none.',
    place: 1,
    args: [{ name: 'task', summary: 'what to do, in words; - reads it from stdin', many: true }],
    json: true,
    switches: asking,
    options: [
      {
        name: 'attach',
        value: 'file',
        repeats: true,
        summary: 'show the agent this file: it is copied into the workspace; may be repeated',
      },
      profile,
      assistant,
    ],
    apart: [['no-input', 'wait']],
    help: ABOUT_TASKS,
    hints: { option: 'if it is part of the task, quote the task, or put -- before it' },
    handle: (verbs, input) =>
      verbs.run({
        task: input.args.join(' '),
        attach: input.lists.get('attach') ?? [],
        profile: input.options.get('profile'),
        assistant: input.options.get('assistant'),
        json: input.json,
        ...askingIn(input),
      }),
  },
  {
    kind: 'command',
    name: 'chat',
    summary: 'Talk with the agent in one thread; uses the running engine, or this process if there is none.',
    place: 2,
    json: true,
    options: [
      { name: 'thread', value: 'id', summary: 'continue this thread instead of starting a new one' },
      profile,
      assistant,
    ],
    switches: asking,
    apart: [
      ['no-input', 'wait'],
      ['thread', 'assistant'],
    ],
    help: IN_A_CHAT,
    handle: (verbs, input) =>
      verbs.chat({
        thread: input.options.get('thread') ?? null,
        profile: input.options.get('profile'),
        assistant: input.options.get('assistant'),
        json: input.json,
        ...askingIn(input),
      }),
  },
];
