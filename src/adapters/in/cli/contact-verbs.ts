import type { Says, Tell } from '../../../contract/words/says.ts';
import { basename } from 'node:path';
import { previewLines, reportLines, words, type ContactVerbs } from '../../../contract/cli/contacts.ts';
import type { Line } from '../../../contract/cli/command.ts';
import { EXIT } from '../../../contract/cli/command.ts';
import { agreed } from './agreed.ts';
import type { Attached } from './attach.ts';
import { textOf, written } from './local-files.ts';
import { onOneLine, textOfLine, shown } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';

export interface ContactVerbDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly attachedOrLooking: () => Promise<Attached>;
  readonly readInput: (what: 'task' | 'value') => Promise<string | null>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly tell: Tell;
  readonly tty: boolean;
  /** Null when stdin is not a terminal. */
  readonly readLines: ((stop: AbortSignal) => AsyncIterable<string>) | null;
  readonly interrupted: AbortSignal;
}

/** `svc contacts import` and `export`. An import that refused rows exits with 1. */
export function contactVerbs(deps: ContactVerbDeps): ContactVerbs['contacts'] {
  const { out, err, tell, readInput, readLines, interrupted, tty } = deps;
  const say = (line: string) => err(`${onOneLine(line)}\n`);
  const ask = withEngine({ ...words, ...deps });
  const look = withEngine({ ...words, ...deps, attachedOrOwn: deps.attachedOrLooking });
  const print = (line: Line) => out(`${textOfLine(line)}\n`);

  return {
    import: async ({ file, format, country, separate, preview, yes, json }) => {
      let refused = 0;
      let isDone = true;
      const code = await ask(async ({ client }) => {
        const text = file === '-' ? ((await readInput('value')) ?? '') : await textOf(file);
        const body = {
          format: format ?? formatOf(file, text),
          text,
          ...(country === null ? {} : { country }),
          ...(file === '-' ? {} : { fileName: basename(file) }),
          ...(separate ? { separate } : {}),
        };
        const isAsked = !preview && !yes && !json && readLines !== null && file !== '-';
        if (preview || isAsked) {
          const would = await client['contacts.previewImport']({ body });
          ({ refused } = would);
          if (json) out(`${JSON.stringify(would)}\n`);
          else for (const line of previewLines(would, tell)) print(line);
          const asked = {
            question: tell(
              sayOf('terminal.would_import', { added: would.added, completed: would.completed }),
            ),
            unasked: '',
            undone: tell(sayOf('terminal.nothing_imported')),
          };
          isDone = isAsked && (await agreed(asked, { say, err, readLines, interrupted, tell }));
          if (!isDone) return;
        }
        const report = await client['contacts.import']({ body });
        ({ refused } = report);
        if (json) return out(`${JSON.stringify(report)}\n`);
        for (const line of reportLines(report, tell)) print(line);
      });
      return code === EXIT.done && (refused > 0 || !(isDone || preview)) ? EXIT.refused : code;
    },

    export: async ({ format, version, file }) => {
      let problem: Says | null = null;
      const code = await look(async ({ client }) => {
        const { body } = await client['contacts.export']({
          query: { format, version },
          signal: interrupted,
        });
        const pieces = body as AsyncIterable<Uint8Array>;
        if (file !== null) {
          problem = await written(file, pieces);
          say(problem === null ? file : `svc: ${tell(problem)}`);
          return;
        }
        const decoder = new TextDecoder();
        const show = (text: string) => out(tty ? shown(text) : text);
        for await (const piece of pieces) show(decoder.decode(piece, { stream: true }));
        show(decoder.decode());
      });
      return code === EXIT.done && problem !== null ? EXIT.refused : code;
    },
  };
}

const formatOf = (file: string, text: string): 'csv' | 'vcard' =>
  /\.(?:vcf|vcard)$/iu.test(file) || /^\uFEFF?\s*BEGIN:VCARD/iu.test(text) ? 'vcard' : 'csv';
