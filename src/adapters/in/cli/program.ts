import { Command, CommanderError, Option } from 'commander';
import {
  type CommandInput,
  type CommandRow as CommandRowOf,
  WrongOption,
} from '../../../contract/cli/command.ts';
import { EXIT } from '../../../contract/cli/command.ts';
import type { Verbs } from '../../../contract/cli/commands.ts';
import { nearNames } from '../../../core/kernel/near-names.ts';
import { onOneLine } from './terminal-text.ts';

type CommandRow = CommandRowOf<Verbs>;

export interface ServeFlags {
  /** The demo model, whatever else is configured. */
  readonly demo: boolean;
  /** No backup is made before databases are migrated. */
  readonly migrateWithoutBackup?: boolean;
}

export interface ProgramActions {
  /** Whether all arguments came as UTF-8; false where that cannot be known. */
  readonly areArgumentsText: () => boolean;
  readonly serveHttp: (flags: ServeFlags) => Promise<number>;
  readonly serveWeb: () => Promise<number>;
  readonly serveTools: (flags: {
    readonly demo: boolean;
    readonly transport: 'stdio' | 'http';
  }) => Promise<number>;
  readonly verbs: (flags: { readonly demo: boolean; readonly json: boolean }) => Promise<Verbs>;
  readonly version: string;
}

interface ModeFlags {
  readonly httpApi?: true;
  readonly web?: true;
  readonly mcpServer?: true;
  readonly transport?: 'stdio' | 'sse';
  readonly demo?: true;
  readonly migrateWithoutBackup?: true;
}

interface Terminal {
  out(text: string): void;
  err(text: string): void;
}

const NOT_TEXT =
  'an argument has bytes that are not UTF-8, so letters of it cannot be read. Nothing was done. Set the terminal to UTF-8 (LANG=C.UTF-8), rename a file whose name is not UTF-8, or give the text of a task on standard input: svc run - < task.txt';

/** A command line that starts a server: it needs no table of commands. */
const SERVING = /^--(?:http-api|web|mcp-server|demo|migrate-without-backup)$/u;

const EXIT_CODES =
  'Exit codes: 0 done, 1 refused, 2 usage error, 70 internal error, 78 unusable configuration.';

/** Reads the command line and does what it says. @returns the exit code */
export async function runProgram(
  argv: readonly string[],
  actions: ProgramActions,
  terminal: Terminal,
): Promise<number> {
  // The runtime puts U+FFFD where the bytes of an argument are no text; that sign may also be typed.
  if (argv.some((argument) => argument.includes('\uFFFD')) && !actions.areArgumentsText()) {
    terminal.err(`svc: ${NOT_TEXT}\n`);
    return EXIT.usage;
  }
  const isServing = argv.length > 0 && argv.every((argument) => SERVING.test(argument));
  const { commands } = isServing ? { commands: [] } : await import('../../../contract/cli/commands.ts');
  let exitCode: number = EXIT.done;
  const program = new Command('svc')
    .description('A local-first AI agent engine.')
    .version(actions.version)
    .option('--http-api', 'serve the HTTP API and its page')
    .option('--web', 'serve the page on port 3000, for an engine that was started with --http-api')
    .option('--mcp-server', 'serve tools to an agent host, over standard input and output')
    .addOption(
      new Option('--transport <kind>', 'with --mcp-server: sse serves them over HTTP on port 3042').choices([
        'stdio',
        'sse',
      ]),
    )
    .option('--demo', 'answer with the built-in demo model')
    .option('--migrate-without-backup', 'make no backup before a new version changes the databases')
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.out(text), writeErr: (text) => terminal.err(text) })
    .helpCommand('help [command]', 'Print this, or the help of a command.')
    .addHelpText('after', `\n${EXIT_CODES}\n\nStart with: svc --http-api`)
    // For an unknown command commander would report one argument too many.
    .allowExcessArguments();
  program.action(async (flags: ModeFlags) => {
    const [unknown] = program.args;
    if (unknown !== undefined) program.error(noCommand(unknown, namesOf(commands)));
    if (flags.web && (flags.httpApi || flags.demo))
      program.error(
        `error: --web forwards to an engine and is none: start it with --http-api${flags.demo ? ' --demo' : ''} as a program of its own`,
      );
    if (flags.mcpServer && (flags.httpApi || flags.web))
      program.error(
        `error: --mcp-server is a program of its own: start it without ${flags.web ? '--web' : '--http-api'}; it finds the engine that runs`,
      );
    if (flags.transport !== undefined && !flags.mcpServer)
      program.error('error: --transport belongs to --mcp-server');
    if (flags.mcpServer) {
      const transport = flags.transport === 'sse' ? 'http' : 'stdio';
      exitCode = await actions.serveTools({ demo: flags.demo ?? false, transport });
    } else if (flags.web) {
      exitCode = await actions.serveWeb();
    } else if (flags.httpApi) {
      exitCode = await actions.serveHttp({
        demo: flags.demo ?? false,
        migrateWithoutBackup: flags.migrateWithoutBackup ?? false,
      });
    } else {
      program.outputHelp({ error: true });
      exitCode = EXIT.usage;
    }
  });
  const add = (parent: Command, row: CommandRow) => {
    const { args = [], switches = [], options = [] } = row;
    const command = parent.command(row.name).description(row.summary);
    for (const { name, summary, optional, many } of args) {
      const words = many ? `${name}...` : name;
      command.argument(optional ? `[${words}]` : `<${words}>`, summary);
    }
    if (row.json) command.option('--json', 'print JSON');
    for (const { name, summary } of switches) command.option(`--${name}`, summary);
    for (const { name, value, many, repeats, summary } of options) {
      const flag = `--${name} <${value}${many ? '...' : ''}>`;
      if (repeats)
        command.option(flag, summary, (one: string, all?: readonly string[]) => [...(all ?? []), one]);
      else if (many) command.option(flag, summary);
      else
        command.option(flag, summary, (one: string, before?: string) => {
          // The last one would count, and the others would be gone without a word.
          if (before !== undefined)
            command.error(`error: --${name} is given more than once, and takes one ${value}`);
          return one;
        });
    }
    command.configureOutput({ outputError: (text, write) => write(withHint(text, command, row.hints)) });
    if (row.help !== undefined) command.addHelpText('after', row.help);
    const below = row.commands ?? [];
    if (below.length > 0) command.helpCommand('help [command]', 'Print this, or the help of a command.');
    // In a group that takes no argument, commander would count arguments instead of reporting an unknown command.
    const isGroup = below.length > 0 && args.length === 0;
    command.allowExcessArguments(isGroup);
    command.action(async () => {
      const [unknown] = command.args;
      if (isGroup && unknown !== undefined) command.error(noCommand(unknown, namesOf(below)));
      const flags =
        command.optsWithGlobals<Readonly<Record<string, string | boolean | readonly string[] | undefined>>>();
      const mode = ['http-api', 'web', 'mcp-server']
        .map((name) => isOn(name, flags) && `--${name}`)
        .find(Boolean);
      if (mode) command.error(`error: ${mode} takes no command: drop it, or drop '${row.name}'`);
      const blank = args.find(({ optional, many }, at) => {
        const given = command.args.slice(at, many ? undefined : at + 1);
        return !optional && given.every((word) => word.trim() === '');
      });
      if (blank) command.error(`error: <${blank.name}> is empty: ${blank.summary}`);
      for (const group of row.apart ?? []) {
        const both = group.filter((name) => isOn(name, flags) || typeof flags[keptAs(name)] === 'string');
        if (both.length > 1)
          command.error(`error: --${both.join(' and --')} exclude each other: give one of them, or none`);
      }
      const verbs = await actions.verbs({ demo: flags['demo'] === true, json: flags['json'] === true });
      const input: CommandInput = {
        args: command.args,
        json: flags['json'] === true,
        switches: new Set(switches.flatMap(({ name }) => (isOn(name, flags) ? [name] : []))),
        options: new Map(
          options.flatMap(({ name }): [string, string][] => {
            const value = flags[keptAs(name)];
            return typeof value === 'string' ? [[name, value]] : [];
          }),
        ),
        lists: new Map(
          options.flatMap(({ name }): [string, readonly string[]][] => {
            const value = flags[keptAs(name)];
            return Array.isArray(value) ? [[name, value as readonly string[]]] : [];
          }),
        ),
      };
      try {
        exitCode = await (row.asks ? verbs.ask(row.asks, input) : row.handle(verbs, input));
      } catch (error) {
        // Of a command that reads its options by itself.
        if (!(error instanceof WrongOption)) throw error;
        command.error(`error: ${error.message}`);
      }
    });
    for (const one of below) add(command, one);
  };
  for (const row of commands) add(program, row);
  try {
    helpMeant(program, argv)?.help();
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  }
}

/**
 * The command whose help was requested, by `help` and names before and after it; null without a request.
 * For an unknown name commander would print the whole help, and of several names it reads one.
 */
function helpMeant(program: Command, argv: readonly string[]): Command | null {
  const at = argv.indexOf('help');
  if (at === -1 || argv.some((word) => word.startsWith('-'))) return null;
  let meant = program;
  for (const [index, word] of argv.entries()) {
    if (index === at) continue;
    const next = meant.commands.find((one) => one.name() === word);
    if (next && (index > at || next.commands.length > 0)) {
      meant = next;
      continue;
    }
    if (index < at) return null;
    const known = meant.commands.map((one) => one.name());
    meant.error(known.length === 0 ? `error: ${meant.name()} has no commands` : noCommand(word, known));
  }
  return meant;
}

/** Commander ends each of its errors with a line break. */
function withHint(
  text: string,
  command: Command,
  { argument, option }: NonNullable<CommandRow['hints']> = {},
): string {
  const more = `see ${pathOf(command)} --help`;
  const hint = text.startsWith('error: missing required argument')
    ? (argument ?? more)
    : text.startsWith('error: unknown option')
      ? (option ?? (text.includes('Did you mean') ? undefined : more))
      : undefined;
  return hint === undefined ? text : `${text.trimEnd()}: ${hint}\n`;
}

/** As it is typed: `svc runs timeline`. */
const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;

/** Commander takes `--no-x` for the opposite of `--x`, which is on unless it is given. */
const isOn = (name: string, flags: Readonly<Record<string, unknown>>): boolean =>
  name.startsWith('no-') ? flags[keptAs(name.slice('no-'.length))] === false : flags[keptAs(name)] === true;

/** Commander keeps `--allow-foreign` as `allowForeign`. */
const keptAs = (name: string): string => name.replace(/-(\w)/gu, (_, letter: string) => letter.toUpperCase());

const namesOf = (rows: readonly CommandRow[]): readonly string[] => rows.map(({ name }) => name);

function noCommand(typed: string, names: readonly string[]): string {
  const [near] = nearNames(typed, names);
  const meant = near === undefined ? `it is one of ${names.join(', ')}` : `did you mean ${near}?`;
  return `error: unknown command '${onOneLine(typed)}': ${meant}`;
}
