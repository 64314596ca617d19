import { dataWords as words, type DataReport } from '../../../contract/cli/collections.ts';
import { EXIT, WrongOption } from '../../../contract/cli/command.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';
import { exactJson, isInexactNumber } from '../../../core/kernel/exact-json.ts';
import type { AtTerminal, OwnCodes } from './at-terminal.ts';
import { linesOfRows } from './lines-of-rows.ts';
import { blobOf, textOf, unread } from './local-files.ts';

type Separator = 'comma' | 'semicolon' | 'tab';
/** Also as the sign itself. What is none of them the engine refuses. */
const SIGNS: Readonly<Record<string, Separator>> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' };

/** `svc data insert` and `import`, of a file, or of stdin as `-`. One that left rows out exits with 1. */
export const dataVerbs = {
  'data insert': (at, { args: [name = '', file = ''], json }) =>
    at.over(words, async ({ client }) => {
      const text = file === '-' ? await at.readInput('value') : await textOf(file);
      if (text === null) return EXIT.refused;
      const report = await client['datastore.insert']({
        params: { collection: name },
        body: { records: rowsIn(text) },
      });
      const lines = json ? [] : linesOfRows(text);
      const failed = report.failed.map((one) => inLine(one, lines[one.index]));
      return reported(at, { ...report, failed }, json);
    }),

  'data import': (at, { args: [name = '', file = ''], options, json }) =>
    at.over(words, async ({ client }) => {
      const body = file === '-' ? new Blob([(await at.readInput('value')) ?? '']) : await blobOf(file);
      if (!('stream' in body)) return unread(file, body);
      const separator = options.get('separator');
      const query =
        separator === undefined ? {} : { separator: SIGNS[separator] ?? (separator as Separator) };
      const params = { collection: name };
      const report = await client['datastore.import']({ params, query, body, signal: at.interrupted });
      return reported(at, report, json);
    }),
} satisfies OwnCodes;

function reported(at: AtTerminal, report: DataReport, json: boolean): number {
  const { tell, say } = at;
  const { inserted, updated, failedCount, failed, warnings, problem = null } = report;
  if (json) at.printJson(report);
  else {
    at.print([tell('terminal.records_stored', { inserted, updated, failed: failedCount })]);
    for (const { index, line, why } of failed)
      say(
        `${line === undefined ? tell('terminal.row', { n: index + 1 }) : tell('terminal.line', { n: line })}: ${why}`,
      );
    for (const warning of warnings) say(warning);
    if (problem !== null) say(problem);
  }
  return failedCount === 0 && problem === null ? EXIT.done : EXIT.refused;
}

const inLine = <Row extends object>(row: Row, line: number | undefined): Row & { readonly line?: number } =>
  line === undefined ? row : { ...row, line };

function rowsIn(text: string): Record<string, unknown>[] {
  try {
    const value: unknown = exactJson(text);
    const rows = Array.isArray(value) ? (value as unknown[]) : [value];
    if (
      rows.length > 0 &&
      rows.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))
    )
      return rows as Record<string, unknown>[];
  } catch (error) {
    if (isInexactNumber(error)) throw new WrongOption(error.says);
    // Told like any other text that has no records.
  }
  throw new WrongOption(sayOf('terminal.no_json_records'));
}
