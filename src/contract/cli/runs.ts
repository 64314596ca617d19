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

const profile = { name: 'profile', value: 'name' } as const;

const assistant = {
  name: 'assistant',
  value: 'name',
} as const;

const asking: readonly Said[] = [{ name: 'no-input' }, { name: 'wait' }];

const askingIn = ({ switches }: CommandInput): Asking => ({
  questions: switches.has('no-input') ? 'decline' : switches.has('wait') ? 'wait' : undefined,
});

export const runs: readonly CommandRow<RunVerbs>[] = [
  {
    kind: 'command',
    name: 'run',
    place: 1,
    args: [{ name: 'task', many: true }],
    json: true,
    switches: asking,
    options: [{ name: 'attach', value: 'file', repeats: true }, profile, assistant],
    apart: [['no-input', 'wait']],
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
    place: 2,
    json: true,
    options: [{ name: 'thread', value: 'id' }, profile, assistant],
    switches: asking,
    apart: [
      ['no-input', 'wait'],
      ['thread', 'assistant'],
    ],
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
