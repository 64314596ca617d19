import { Command, CommanderError } from 'commander';
import { commands, EXIT, type Verbs } from '../../../contract/cli/commands.ts';

export interface ProgramActions {
  /** With `demo`: the demo model whatever else is set up. */
  readonly serveHttp: (flags: { readonly demo: boolean }) => Promise<number>;
  readonly verbs: (flags: { readonly demo: boolean }) => Promise<Verbs>;
  readonly version: string;
}

interface Terminal {
  out(text: string): void;
  err(text: string): void;
}

/** Reads the command line and does what it says. @returns the exit code */
export async function runProgram(
  argv: readonly string[],
  actions: ProgramActions,
  terminal: Terminal,
): Promise<number> {
  let exitCode: number = EXIT.done;
  const program = new Command('svc')
    .description('A local-first AI agent engine.')
    .version(actions.version)
    .option('--http-api', 'serve the HTTP API and its page')
    .option('--demo', 'answer with the built-in demo model')
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.out(text), writeErr: (text) => terminal.err(text) })
    .addHelpText('after', '\nStart with: node dist/index.js --http-api');
  program.action(async (flags: { httpApi?: true; demo?: true }) => {
    if (flags.httpApi) {
      exitCode = await actions.serveHttp({ demo: flags.demo ?? false });
    } else {
      program.outputHelp({ error: true });
      exitCode = EXIT.usage;
    }
  });
  for (const row of commands) {
    const command = program.command(row.name).description(row.does);
    if (row.argument) command.argument(`<${row.argument.name}>`, row.argument.does);
    if (row.json) command.option('--json', 'print JSON');
    command.action(async (...args: unknown[]) => {
      const argument = row.argument ? String(args[0]) : '';
      const flags = command.optsWithGlobals<{ json?: true; demo?: true }>();
      const verbs = await actions.verbs({ demo: flags.demo ?? false });
      exitCode = await row.handle(verbs, { argument, json: flags.json ?? false });
    });
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  }
}
