import { Command, CommanderError, Option, type Argument } from 'commander';
import {
  EXIT,
  type CommandInput,
  type CommandRow,
  type Described,
  WrongOption,
} from '../../../contract/cli/command.ts';
import { say, type Tell } from '../../../contract/cli/says.ts';
import { nearNames } from '../../../core/kernel/near-names.ts';
import type { TerminalWords } from '../../../contract/words/of-terminal.ts';
import type { Says } from '../../../contract/words/says.ts';
import { onOneLine } from './terminal-text.ts';
import type { CarriesOut } from './verbs.ts';

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
  readonly serveEditor: (flags: { readonly demo: boolean }) => Promise<number>;
  readonly verbs: (flags: { readonly demo: boolean; readonly json: boolean }) => Promise<CarriesOut>;
  /** In the language of the person at the terminal. */
  readonly words: () => Promise<TerminalWords>;
  readonly version: string;
}

interface ModeFlags {
  readonly httpApi?: true;
  readonly web?: true;
  readonly mcpServer?: true;
  readonly acp?: true;
  readonly transport?: 'stdio' | 'sse';
  readonly demo?: true;
  readonly migrateWithoutBackup?: true;
}

interface Terminal {
  out(text: string): void;
  err(text: string): void;
}

/** A command line that starts a server: it needs no table of commands. */
const SERVING = /^--(?:http-api|web|mcp-server|acp|demo|migrate-without-backup)$/u;

/** Reads the command line and does what it says. @returns the exit code */
export async function runProgram(
  argv: readonly string[],
  actions: ProgramActions,
  terminal: Terminal,
): Promise<number> {
  const { tell, text } = await actions.words();
  // The runtime puts U+FFFD where the bytes of an argument are no text; that sign may also be typed.
  if (argv.some((argument) => argument.includes('\uFFFD')) && !actions.areArgumentsText()) {
    terminal.err(`svc: ${tell('usage.not_text')}\n`);
    return EXIT.usage;
  }
  const isServing = argv.length > 0 && argv.every((argument) => SERVING.test(argument));
  const { commands, commandGroups } = isServing
    ? { commands: [], commandGroups: {} }
    : await import('../../../contract/cli/commands.ts');
  let exitCode: number = EXIT.done;
  const program = new Command('svc')
    .description(`${tell('usage.engine')}\n\n${tell('usage.start')}`)
    .version(actions.version, '-V, --version', tell('usage.version'))
    .option('--http-api', tell('usage.http_api'))
    .option('--web', tell('usage.web'))
    .option('--mcp-server', tell('usage.mcp_server'))
    .addOption(new Option('--transport <kind>', tell('usage.transport')).choices(['stdio', 'sse']))
    .option('--acp', tell('usage.acp'))
    .option('--demo', tell('usage.demo'))
    .option('--migrate-without-backup', tell('usage.migrate_without_backup'))
    .exitOverride()
    .configureOutput({
      writeOut: (written) => terminal.out(written),
      writeErr: (written) => terminal.err(written),
      outputError: (said, write) => write(toldBy(said, program, tell, {})),
    })
    .configureHelp({
      // That each takes options its own help says.
      subcommandTerm: (one) => [one.name(), ...one.registeredArguments.map(inUsage)].join(' '),
      styleTitle: (title) => (Object.hasOwn(TITLES, title) ? tell(TITLES[title]!) : title),
      optionDescription: ({ description, argChoices }) =>
        argChoices ? tell('usage.choices', { text: description, choices: argChoices }) : description,
    })
    .helpOption('-h, --help', tell('usage.help_option'))
    .commandsGroup(tell('group.engine'))
    .helpCommand('help [command]', tell('usage.help'))
    .addHelpText('after', `\n${tell('usage.exit_codes')}`)
    // For an unknown command commander would report one argument too many.
    .allowExcessArguments();
  program.action(async (flags: ModeFlags) => {
    const [unknown] = program.args;
    if (unknown !== undefined) program.error(tell(noCommand(unknown, namesOf(commands))));
    if (flags.web && (flags.httpApi || flags.demo))
      program.error(tell('usage.web_alone', { isDemo: flags.demo === true }));
    if (flags.mcpServer && (flags.httpApi || flags.web))
      program.error(tell('usage.mcp_server_alone', { without: flags.web ? '--web' : '--http-api' }));
    const beside = flags.web
      ? '--web'
      : flags.httpApi
        ? '--http-api'
        : flags.mcpServer
          ? '--mcp-server'
          : null;
    if (flags.acp && beside !== null) program.error(tell('usage.acp_alone', { without: beside }));
    if (flags.transport !== undefined && !flags.mcpServer) program.error(tell('usage.transport_alone'));
    if (flags.mcpServer) {
      const transport = flags.transport === 'sse' ? 'http' : 'stdio';
      exitCode = await actions.serveTools({ demo: flags.demo ?? false, transport });
    } else if (flags.acp) {
      exitCode = await actions.serveEditor({ demo: flags.demo ?? false });
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
  const add = (parent: Command, row: CommandRow, above: readonly string[]): Command => {
    const { args = [], switches = [], options = [] } = row;
    const path = [...above, row.name];
    const wordsOf = (part: string, described?: Described) => text(path, part, described) ?? '';
    const command = parent.command(row.name).description(text(path, undefined, row.described) ?? '');
    command.helpOption('-h, --help', tell('usage.help_option'));
    for (const { name, described, optional, many } of args) {
      const words = many ? `${name}...` : name;
      command.argument(optional ? `[${words}]` : `<${words}>`, wordsOf(`<${name}>`, described));
    }
    if (row.json) command.option('--json', tell('usage.json'));
    for (const { name, described } of switches) command.option(`--${name}`, wordsOf(`--${name}`, described));
    for (const { name, value, many, repeats, described } of options) {
      const summary = wordsOf(`--${name}`, described);
      const flag = `--${name} <${value}${many ? '...' : ''}>`;
      if (repeats)
        command.option(flag, summary, (one: string, all?: readonly string[]) => [...(all ?? []), one]);
      else if (many) command.option(flag, summary);
      else
        command.option(flag, summary, (one: string, before?: string) => {
          // The last one would count, and the others would be gone without a word.
          if (before !== undefined) command.error(tell('usage.twice', { name, value }));
          return one;
        });
    }
    command.configureOutput({
      outputError: (said, write) =>
        write(
          toldBy(said, command, tell, {
            argument: text(path, '!argument'),
            option: text(path, '!option'),
          }),
        ),
    });
    const more = text(path, '…');
    if (more !== null)
      command.addHelpText('after', () => `\n${more.replace('{list}', listOf(row, text, tell))}`);
    const below = row.commands ?? [];
    if (below.length > 0) command.helpCommand('help [command]', tell('usage.help'));
    // In a group that takes no argument, commander would count arguments instead of reporting an unknown command.
    const isGroup = below.length > 0 && args.length === 0;
    command.allowExcessArguments(isGroup);
    command.action(async () => {
      const [unknown] = command.args;
      if (isGroup && unknown !== undefined) command.error(tell(noCommand(unknown, namesOf(below))));
      const flags =
        command.optsWithGlobals<Readonly<Record<string, string | boolean | readonly string[] | undefined>>>();
      const mode = ['http-api', 'web', 'mcp-server', 'acp']
        .map((name) => isOn(name, flags) && `--${name}`)
        .find(Boolean);
      if (mode) command.error(tell('usage.mode_alone', { mode, name: row.name }));
      const blank = args.find(({ optional, many }, at) => {
        const given = command.args.slice(at, many ? undefined : at + 1);
        return !optional && given.every((word) => word.trim() === '');
      });
      if (blank)
        command.error(
          tell('usage.blank', { name: blank.name, text: wordsOf(`<${blank.name}>`, blank.described) }),
        );
      for (const group of row.apart ?? []) {
        const both = group.filter((name) => isOn(name, flags) || typeof flags[keptAs(name)] === 'string');
        if (both.length > 1) command.error(tell('usage.apart', { names: both }));
      }
      const carryOut = await actions.verbs({ demo: flags['demo'] === true, json: flags['json'] === true });
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
        exitCode = await carryOut(row, input);
      } catch (error) {
        // Of a command that reads its options by itself.
        if (!(error instanceof WrongOption)) throw error;
        command.error(tell('usage.wrong', { why: error.says }));
      }
    });
    for (const one of below) add(command, one, path);
    return command;
  };
  for (const [group, rows] of Object.entries(commandGroups))
    for (const row of rows) add(program, row, []).helpGroup(tell(group as keyof typeof commandGroups));
  try {
    helpMeant(program, argv, tell)?.help();
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
function helpMeant(program: Command, argv: readonly string[], tell: Tell): Command | null {
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
    meant.error(
      tell(known.length === 0 ? say('usage.no_commands', { name: meant.name() }) : noCommand(word, known)),
    );
  }
  return meant;
}

/** An argument as it is typed. */
function inUsage(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

const TITLES: Readonly<Record<string, Says>> = {
  'Usage:': say('usage.title'),
  'Arguments:': say('usage.arguments'),
  'Options:': say('usage.options'),
  'Commands:': say('usage.commands'),
};

/** What commander finds wrong in a command line, by what it says of it. */
const FOUND: readonly (readonly [RegExp, (...found: string[]) => Says])[] = [
  [/^error: missing required argument '([^']*)'/u, (name) => say('usage.missing', { name })],
  [
    /^error: unknown option '([^]*)'\n\(Did you mean (?:one of )?([^?]*)\?\)/u,
    (flag, near) => say('usage.unknown_option_near', { flag, near }),
  ],
  [/^error: unknown option '([^]*)'/u, (flag) => say('usage.unknown_option', { flag })],
  [/^error: option '([^']*)' argument missing/u, (flags) => say('usage.no_value', { flags })],
  [
    /^error: option '([^']*)' argument '([^]*)' is invalid\. Allowed choices are ([^]*)\./u,
    (flags, value, choices) => say('usage.no_choice', { flags, value, choices }),
  ],
  [
    /^error: too many arguments[^.]*\. Expected (\d+) arguments? but got (\d+): ([^]*)\.$/u,
    (expected, received, given) =>
      say('usage.too_many', { expected: Number(expected), received: Number(received), given }),
  ],
];

/** What is wrong in a command line, in the words of the terminal; commander ends each of its errors with a line break. */
function toldBy(
  said: string,
  command: Command,
  tell: Tell,
  { argument, option }: { readonly argument?: string | null; readonly option?: string | null },
): string {
  const text = said.trimEnd();
  for (const [pattern, says] of FOUND) {
    const found = pattern.exec(text);
    if (!found) continue;
    const sentence = says(...found.slice(1));
    const own =
      sentence.code === 'usage.missing'
        ? argument
        : sentence.code.startsWith('usage.unknown_option')
          ? option
          : undefined;
    const needsHint = sentence.code === 'usage.missing' || sentence.code === 'usage.unknown_option';
    const hint = own ?? (needsHint ? tell('usage.see', { command: pathOf(command) }) : null);
    return `${tell(sentence)}${hint === null ? '' : `: ${hint}`}\n`;
  }
  return said;
}

/** What a command lists before the last lines of its help. */
const listOf = ({ list = [] }: CommandRow, text: TerminalWords['text'], tell: Tell): string =>
  list
    .map(({ name, takes, text: english }) => {
      const summary = text([], name, { text: english, notes: [] });
      return `  ${name}: ${tell(takes)}\n      ${summary}\n`;
    })
    .join('');

/** As it is typed: `svc runs timeline`. */
const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;

/** Commander takes `--no-x` for the opposite of `--x`, which is on unless it is given. */
const isOn = (name: string, flags: Readonly<Record<string, unknown>>): boolean =>
  name.startsWith('no-') ? flags[keptAs(name.slice('no-'.length))] === false : flags[keptAs(name)] === true;

/** Commander keeps `--allow-foreign` as `allowForeign`. */
const keptAs = (name: string): string => name.replace(/-(\w)/gu, (_, letter: string) => letter.toUpperCase());

const namesOf = (rows: readonly CommandRow[]): readonly string[] => rows.map(({ name }) => name);

function noCommand(typed: string, names: readonly string[]): Says {
  const [near] = nearNames(typed, names);
  return near === undefined
    ? say('usage.no_command', { typed: onOneLine(typed), names })
    : say('usage.no_command_near', { typed: onOneLine(typed), near });
}
