import { EXIT } from '../../contract/cli/command.ts';
import { say } from '../../contract/cli/says.ts';
import type { TerminalWords } from '../../contract/words/of-terminal.ts';
import { faultFacts, faultLine } from '../../core/kernel/fault.ts';
import { isRefusal } from '../../core/kernel/refusal.ts';
import type { Says } from '../../core/kernel/says.ts';
import { isUnusableSetup } from '../unusable-setup.ts';

/** What a command that failed says, and its exit code. */
export const endOf = async (
  error: unknown,
  words: () => Promise<TerminalWords>,
): Promise<{ readonly sentence: string; readonly code: number }> => ({
  // What an engine answered was told in these words already.
  sentence: isProblem(error) ? (error as Error).message : (await words()).tell(saysOf(error)),
  code: exitCodeFor(error),
});

/** A refusal that gets this far comes from the disk, at the start: a running engine answers with problems. */
function exitCodeFor(error: unknown): number {
  if (isUnusableSetup(error) || isRefusal(error)) return EXIT.setup;
  return isProblem(error) || isFileChanged(error) ? EXIT.refused : EXIT.fault;
}

/** Of an error that is not for people only its class and place. */
function saysOf(error: unknown): Says | readonly Says[] {
  if (isRefusal(error) || isUnusableSetup(error)) return error.says;
  return isFileChanged(error)
    ? say('terminal.file_changed_on_way')
    : say('terminal.fault', { line: faultLine(faultFacts(error)) });
}

/** By name, so that nothing is loaded to tell. */
const isNamed = (name: string) => (error: unknown) => (error as { name?: unknown } | null)?.name === name;
const isProblem = isNamed('ProblemError');
const isFileChanged = isNamed('FileChanged');
