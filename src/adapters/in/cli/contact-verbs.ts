import { basename } from 'node:path';
import { EXIT } from '../../../contract/cli/command.ts';
import { previewLines, reportLines, words } from '../../../contract/cli/contacts.ts';
import { agreed } from './agreed.ts';
import type { OwnCodes } from './at-terminal.ts';
import { textOf } from './local-files.ts';

/** `svc contacts import`. An import that refused rows exits with 1. */
export const contactVerbs = {
  'contacts import': (at, { args: [file = ''], options, switches, json }) =>
    at.over(words, async ({ client }) => {
      const { tell, readLines } = at;
      const text = file === '-' ? ((await at.readInput('value')) ?? '') : await textOf(file);
      const country = options.get('country');
      const body = {
        format: (options.get('format') as 'csv' | 'vcard' | undefined) ?? formatOf(file, text),
        text,
        ...(country === undefined ? {} : { country }),
        ...(file === '-' ? {} : { fileName: basename(file) }),
        // Two of one name that nothing tells apart are two contacts.
        ...(switches.has('separate') ? { separate: true } : {}),
      };
      const isPreview = switches.has('preview');
      const isAsked = !isPreview && !switches.has('yes') && !json && readLines !== null && file !== '-';
      if (isPreview || isAsked) {
        const would = await client['contacts.previewImport']({ body });
        if (json) at.printJson(would);
        else at.print(previewLines(would, tell));
        if (!isAsked) return would.refused > 0 ? EXIT.refused : EXIT.done;
        const asked = {
          question: tell('terminal.would_import', { added: would.added, completed: would.completed }),
          unasked: '',
          undone: tell('terminal.nothing_imported'),
        };
        if (!(await agreed(asked, at))) return EXIT.refused;
      }
      const report = await client['contacts.import']({ body });
      if (json) at.printJson(report);
      else at.print(reportLines(report, tell));
      return report.refused > 0 ? EXIT.refused : EXIT.done;
    }),
} satisfies OwnCodes;

const formatOf = (file: string, text: string): 'csv' | 'vcard' =>
  /\.(?:vcf|vcard)$/iu.test(file) || /^\uFEFF?\s*BEGIN:VCARD/iu.test(text) ? 'vcard' : 'csv';
