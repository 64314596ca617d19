import { terminalKeys } from './config-keys.ts';

/** What can be typed after `node dist/index.js`, as data (contract §5). */

/** What the verbs do; each resolves to the exit code. Data goes to stdout, everything else to stderr. */
export interface Verbs {
  /** `task`: what was typed as such; `-` is all that stands on stdin. */
  run(input: { readonly task: string; readonly json: boolean } & Asking): Promise<number>;
  /** `thread`: the one to go on with; null begins one. */
  chat(input: { readonly thread: string | null; readonly json: boolean } & Asking): Promise<number>;
  status(input: { readonly json: boolean }): Promise<number>;
  readonly changes: ChangesVerbs;
  readonly config: ConfigVerbs;
  readonly secret: SecretVerbs;
  readonly api: ApiVerbs;
  readonly consent: ConsentVerbs;
  openapi(): Promise<number>;
}

/** What becomes of questions of the agent. */
export interface Asking {
  /**
   * `decline`: they are answered at once with that there is no answer; `wait`: they wait for a day, and can be answered
   * on the page. Left out, they are asked at a terminal, and declined where there is none.
   */
  readonly questions?: 'decline' | 'wait' | undefined;
}

export interface ConfigVerbs {
  show(input: { readonly json: boolean }): Promise<number>;
  set(input: ConfigChange & { readonly value: string }): Promise<number>;
  unset(input: ConfigChange): Promise<number>;
}

export interface ChangesVerbs {
  /** `thread`: null is all of them; `files`: only these, null is all of them. */
  list(input: ChangesReview & { readonly json: boolean }): Promise<number>;
  /** `run`: only what this run holds; null is whatever run does. */
  keep(input: ChangesReview & { readonly run: string | null }): Promise<number>;
  undo(input: ChangesReview & { readonly run: string | null }): Promise<number>;
}

export interface ChangesReview {
  readonly thread: string | null;
  readonly files: readonly string[] | null;
}

export interface SecretVerbs {
  list(input: { readonly json: boolean }): Promise<number>;
  /** The value is typed unseen, or stands on stdin. `hosts`: null leaves them as they are. */
  set(input: { readonly name: string; readonly hosts: readonly string[] | null }): Promise<number>;
  delete(input: { readonly name: string }): Promise<number>;
}

export interface ApiVerbs {
  list(input: { readonly json: boolean }): Promise<number>;
  show(input: { readonly id: string; readonly json: boolean }): Promise<number>;
}

export interface ConsentVerbs {
  list(input: { readonly json: boolean }): Promise<number>;
  revoke(input: { readonly id: string }): Promise<number>;
}

export interface ConfigChange {
  readonly key: string;
  /** Whether to begin a new file when the one on disk cannot be used. */
  readonly replace: boolean;
  readonly json: boolean;
}

/** What was typed, sorted. */
export interface CommandInput {
  /** As the row names them: those that may be left out, or that are many, come last. */
  readonly args: readonly string[];
  readonly json: boolean;
  /** Names of the switches that are on. */
  readonly switches: ReadonlySet<string>;
  /** By the name of the option; those that were not given are not there. */
  readonly options: ReadonlyMap<string, string>;
  /** The same of those that take several values. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
}

interface Said {
  readonly name: string;
  readonly does: string;
}

export interface CommandRow {
  readonly kind: 'command';
  readonly name: string;
  readonly does: string;
  /** All of them have to be there, but those that are optional. */
  readonly args?: readonly (Said & {
    readonly optional?: true;
    /** The last one: all words that follow, each an argument. */
    readonly many?: true;
  })[];
  /** Whether it can print JSON. */
  readonly json?: true;
  readonly switches?: readonly Said[];
  /** Two switches that say the opposite: both at once are refused. */
  readonly apart?: readonly [string, string];
  readonly options?: readonly (Said & {
    /** What stands for its value in the help. */
    readonly value: string;
    /** It takes several values: all words that follow. */
    readonly many?: true;
    /** It may be given several times. */
    readonly repeats?: true;
  })[];
  /** What helps after `error: missing required argument`, and after `error: unknown option`. */
  readonly hints?: { readonly argument?: string; readonly option?: string };
  /** What its help says at the end. */
  readonly help?: string;
  /** Commands that stand after its name. */
  readonly commands?: readonly CommandRow[];
  readonly handle: (verbs: Verbs, input: CommandInput) => Promise<number>;
}

const replace: Said = {
  name: 'replace',
  does: 'begin a new config file when the one on disk cannot be used; the old one is kept beside it',
};

const CONFIG_KEYS = `
Keys:
${terminalKeys.map(({ key, does, words }) => `  ${key}: ${words}\n      ${does}\n`).join('')}
A number, true or false, a list and an object are written as JSON, everything else as it is.
With - as the value it is read from stdin, so that a secret does not stay in the history of the shell:
  svc config set api_key - < key.txt`;

const config: readonly CommandRow[] = [
  {
    kind: 'command',
    name: 'set',
    does: 'Set a key in the user file; it takes effect with the next message.',
    args: [
      { name: 'key', does: 'which one' },
      { name: 'value', does: 'what it is to be; - reads it from stdin, as is right for api_key' },
    ],
    json: true,
    switches: [replace],
    help: CONFIG_KEYS,
    handle: (verbs, { args: [key = '', value = ''], json, switches }) =>
      verbs.config.set({ key, value, json, replace: switches.has('replace') }),
  },
  {
    kind: 'command',
    name: 'unset',
    does: 'Take a key out of the user file; it takes effect with the next message.',
    args: [{ name: 'key', does: 'which one' }],
    json: true,
    switches: [replace],
    handle: (verbs, { args: [key = ''], json, switches }) =>
      verbs.config.unset({ key, json, replace: switches.has('replace') }),
  },
];

const onlyFiles = [
  {
    name: 'file',
    value: 'path',
    repeats: true,
    does: 'only this one, and others for which it is given again; the rest goes on waiting',
  },
  {
    name: 'files',
    value: 'path',
    many: true,
    does: 'the same for all words that follow, so the thread comes first',
  },
] as const;

const threadFirst = {
  argument: 'put it before --files, which takes all words that follow, or name each file with --file',
};

const onlyRun = {
  name: 'run',
  value: 'id',
  does: 'only what the list shows under this run; nothing is decided if a later run has changed more since',
} as const;

const ABOUT_RUNS = `
What is decided is what waits at that moment, and a list that was printed before may not show all of it. The list names
the thread and the run of all changes; with both, nothing is decided that a later run has changed:
  svc changes keep <thread> --run <id>`;

const whichThread: Said = { name: 'thread', does: 'the id of a thread, as the list names it, or all' };

function changesMeant({ args: [thread], lists }: CommandInput): ChangesReview {
  const files = [...(lists.get('file') ?? []), ...(lists.get('files') ?? [])];
  return {
    thread: thread === undefined || thread === 'all' ? null : thread,
    files: files.length === 0 ? null : files,
  };
}

const changesOfRun = (input: CommandInput) => ({
  ...changesMeant(input),
  run: input.options.get('run') ?? null,
});

const changes: readonly CommandRow[] = [
  {
    kind: 'command',
    name: 'list',
    does: 'Print what runs have changed in the workspace and is not reviewed yet, with its diffs.',
    args: [{ ...whichThread, optional: true }],
    json: true,
    options: onlyFiles,
    handle: (verbs, input) => verbs.changes.list({ ...changesMeant(input), json: input.json }),
  },
  {
    kind: 'command',
    name: 'keep',
    does: 'Keep the changes; they cannot be taken back any more.',
    args: [whichThread],
    options: [...onlyFiles, onlyRun],
    hints: threadFirst,
    help: ABOUT_RUNS,
    handle: (verbs, input) => verbs.changes.keep(changesOfRun(input)),
  },
  {
    kind: 'command',
    name: 'undo',
    does: 'Take the changes back: every file is as it was before. What others have changed since stays.',
    args: [whichThread],
    options: [...onlyFiles, onlyRun],
    hints: threadFirst,
    help: ABOUT_RUNS,
    handle: (verbs, input) => verbs.changes.undo(changesOfRun(input)),
  },
];

const secretName: Said = { name: 'name', does: 'which one, in capital letters, digits and _' };

const secret: readonly CommandRow[] = [
  {
    kind: 'command',
    name: 'list',
    does: 'Print the names of all secrets, and where they may be sent. Values are never shown.',
    json: true,
    handle: (verbs, { json }) => verbs.secret.list({ json }),
  },
  {
    kind: 'command',
    name: 'set',
    does: 'Store a secret: its value is asked for unseen, or read from stdin.',
    args: [secretName],
    options: [
      {
        name: 'hosts',
        value: 'list',
        does: 'the hosts that it may be sent to, and no other, like api.github.com',
      },
    ],
    help: `
The value is never given on the command line, which others can see and the shell keeps:
  svc secret set GITHUB_TOKEN --hosts api.github.com < token.txt`,
    handle: (verbs, { args: [name = ''], options }) => {
      const hosts = options.get('hosts')?.split(',') ?? null;
      return verbs.secret.set({ name, hosts: hosts && hosts.map((host) => host.trim()).filter(Boolean) });
    },
  },
  {
    kind: 'command',
    name: 'delete',
    does: 'Delete a secret.',
    args: [secretName],
    handle: (verbs, { args: [name = ''] }) => verbs.secret.delete({ name }),
  },
];

const api: readonly CommandRow[] = [
  {
    kind: 'command',
    name: 'list',
    does: 'Print the registered APIs, and how much of their rate limits is used up.',
    json: true,
    handle: (verbs, { json }) => verbs.api.list({ json }),
  },
  {
    kind: 'command',
    name: 'show',
    does: 'Print the profile of one API in full.',
    args: [{ name: 'id', does: 'which one' }],
    json: true,
    handle: (verbs, { args: [id = ''], json }) => verbs.api.show({ id, json }),
  },
];

const consent: readonly CommandRow[] = [
  {
    kind: 'command',
    name: 'list',
    does: 'Print what the agent may do without asking, and until when.',
    json: true,
    handle: (verbs, { json }) => verbs.consent.list({ json }),
  },
  {
    kind: 'command',
    name: 'revoke',
    does: 'Take back what was allowed: from the next call on the agent asks again.',
    args: [{ name: 'id', does: 'as the list names it' }],
    handle: (verbs, { args: [id = ''] }) => verbs.consent.revoke({ id }),
  },
];

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
The words of a task need no quotes, but for what the shell would read itself, and for words that begin with -: quote the
task then, or put -- before it, like svc run -- what does --wait do. With - the task is all that stands on stdin; no answer can be typed there then, so questions are declined unless --wait says otherwise:
  svc run - < task.txt`;

const IN_A_CHAT = `
Each line is a task in the same thread. /help lists what else can be typed, Ctrl-D leaves, Ctrl-C stops a run.
With its input from a file or a pipe it does one line after another, and ends with 1 if one of them was refused,
failed or ended early. Questions of the agent are then declined, or with --wait answered elsewhere: the lines are tasks,
and no answers. Several lines that are pasted at once are one task, sent with the next Enter.`;

export const commands: readonly CommandRow[] = [
  {
    kind: 'command',
    name: 'run',
    does: 'Run one task and print the answer, in the running engine or, without one, in this process.',
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
    json: true,
    options: [{ name: 'thread', value: 'id', does: 'go on with this thread instead of a new one' }],
    switches: asking,
    apart: ['no-input', 'wait'],
    help: IN_A_CHAT,
    handle: (verbs, input) =>
      verbs.chat({ thread: input.options.get('thread') ?? null, json: input.json, ...askingIn(input) }),
  },
  {
    kind: 'command',
    name: 'status',
    does: 'Say whether an engine is running for this data directory, and what it does; ends with 1 where none is.',
    json: true,
    handle: (verbs, { json }) => verbs.status({ json }),
  },
  {
    kind: 'command',
    name: 'changes',
    does: 'Print what runs have changed in the workspace and is not reviewed yet; keep it, or take it back.',
    json: true,
    commands: changes,
    handle: (verbs, { json }) => verbs.changes.list({ thread: null, files: null, json }),
  },
  {
    kind: 'command',
    name: 'config',
    does: 'Print the configuration that holds, and where each key comes from.',
    json: true,
    commands: config,
    handle: (verbs, { json }) => verbs.config.show({ json }),
  },
  {
    kind: 'command',
    name: 'secret',
    does: 'Print the names of all secrets; store or delete one.',
    json: true,
    commands: secret,
    handle: (verbs, { json }) => verbs.secret.list({ json }),
  },
  {
    kind: 'command',
    name: 'api',
    does: 'Print the registered APIs; show one.',
    json: true,
    commands: api,
    handle: (verbs, { json }) => verbs.api.list({ json }),
  },
  {
    kind: 'command',
    name: 'consent',
    does: 'Print what the agent may do without asking; take some of it back.',
    json: true,
    commands: consent,
    handle: (verbs, { json }) => verbs.consent.list({ json }),
  },
  {
    kind: 'command',
    name: 'openapi',
    does: 'Print the OpenAPI document of the HTTP API.',
    handle: (verbs) => verbs.openapi(),
  },
];

/** 0 done, 1 refused, 2 used wrongly, 70 our fault, 78 set up in a way that cannot work (sysexits.h). */
export const EXIT = { done: 0, refused: 1, usage: 2, fault: 70, setup: 78 } as const;
