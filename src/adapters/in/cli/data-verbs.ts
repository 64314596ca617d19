import type { Tell } from '../../../contract/words/says.ts';
import { exactJson, isInexactNumber } from '../../../core/kernel/exact-json.ts';
import { dataWords as words, type DataReport, type DataVerbs } from '../../../contract/cli/collections.ts';
import { WrongOption } from '../../../contract/cli/command.ts';
import type { Attached } from './attach.ts';
import { linesOfRows } from './lines-of-rows.ts';
import { blobOf, textOf, unread, written } from './local-files.ts';
import { onOneLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';

export interface DataVerbDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly attachedOrLooking: () => Promise<Attached>;
  readonly readInput: (what: 'task' | 'value') => Promise<string | null>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly tell: Tell;
  readonly interrupted: AbortSignal;
}

type Separator = 'comma' | 'semicolon' | 'tab';
/** Also as the sign itself. What is none of them the engine refuses. */
const SIGNS: Readonly<Record<string, Separator>> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' };

/** `svc data insert`, `export` and `import`. An insert that left rows out exits with 1. */
export function dataVerbs(deps: DataVerbDeps): DataVerbs['data'] {
  const { out, err, tell, readInput, interrupted } = deps;
  const say = (line: string) => err(`${onOneLine(line)}\n`);
  const ask = withEngine({ ...words, ...deps });
  const read = withEngine({ ...words, ...deps, attachedOrOwn: deps.attachedOrLooking, isReading: true });

  /** Carries out what may find that it cannot be done. @returns 1 then */
  const reported = (report: DataReport, json: boolean): 'done' | 'refused' => {
    const { inserted, updated, failedCount, failed, warnings, problem = null } = report;
    if (json) out(`${JSON.stringify(report)}\n`);
    else {
      out(`${tell(sayOf('terminal.records_stored', { inserted, updated, failed: failedCount }))}\n`);
      for (const { index, line, why } of failed)
        say(
          `${line === undefined ? tell(sayOf('terminal.row', { n: index + 1 })) : tell(sayOf('terminal.line', { n: line }))}: ${why}`,
        );
      for (const warning of warnings) say(warning);
      if (problem !== null) say(problem);
    }
    return failedCount === 0 && problem === null ? 'done' : 'refused';
  };

  return {
    insert: ({ name, file, json }) =>
      ask(async ({ client }) => {
        const text = file === '-' ? await readInput('value') : await textOf(file);
        if (text === null) return 'refused';
        const report = await client['datastore.insert']({
          params: { collection: name },
          body: { records: rowsIn(text) },
        });
        const lines = json ? [] : linesOfRows(text);
        return reported(
          { ...report, failed: report.failed.map((one) => inLine(one, lines[one.index])) },
          json,
        );
      }),

    export: ({ name, file }) =>
      read(async ({ client }) => {
        const { body } = await client['datastore.export']({
          params: { collection: name },
          signal: interrupted,
        });
        const pieces = body as AsyncIterable<Uint8Array>;
        if (file === null) {
          const decoder = new TextDecoder();
          for await (const piece of pieces) out(decoder.decode(piece, { stream: true }));
          return 'done';
        }
        const problem = await written(file, pieces);
        if (problem === null) out(`${file}\n`);
        else say(`svc: ${tell(problem)}`);
        return problem === null ? 'done' : 'refused';
      }),

    import: ({ name, file, separator, json }) =>
      ask(async ({ client }) => {
        const body = file === '-' ? new Blob([(await readInput('value')) ?? '']) : await blobOf(file);
        if (!('stream' in body)) throw new WrongOption(unread(file, body));
        const query = separator === null ? {} : { separator: SIGNS[separator] ?? (separator as Separator) };
        return reported(
          await client['datastore.import']({
            params: { collection: name },
            query,
            body,
            signal: interrupted,
          }),
          json,
        );
      }),
  };
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
