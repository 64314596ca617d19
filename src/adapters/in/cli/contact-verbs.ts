import { isUtf8 } from 'node:buffer';
import { open, readFile, rm } from 'node:fs/promises';
import { WrongOption } from '../../../contract/cli/command.ts';
import { reportLines, words, type ContactVerbs } from '../../../contract/cli/contacts.ts';
import type { Attached } from './attach.ts';
import { onOneLine, shown } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';

export interface ContactVerbDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly attachedOrLooking: () => Promise<Attached>;
  readonly readInput: (what: 'task' | 'value') => Promise<string | null>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly tty: boolean;
  readonly interrupted: AbortSignal;
}

/** `svc contacts import` and `export`. */
export function contactVerbs(deps: ContactVerbDeps): ContactVerbs['contacts'] {
  const { out, err, readInput, interrupted, tty } = deps;
  const ask = withEngine({ ...words, ...deps });
  const look = withEngine({ ...words, ...deps, attachedOrOwn: deps.attachedOrLooking });
  const print = (line: string | readonly string[]) =>
    out(`${typeof line === 'string' ? onOneLine(line) : line.map(onOneLine).filter(Boolean).join('  ')}\n`);

  return {
    import: ({ file, format, country, json }) =>
      ask(async ({ client }) => {
        const text = file === '-' ? ((await readInput('value')) ?? '') : await textIn(file);
        const report = await client['contacts.import']({
          body: {
            format: format ?? formatOf(file, text),
            text,
            ...(country === null ? {} : { country }),
          },
        });
        if (json) return out(`${JSON.stringify(report)}\n`);
        for (const line of reportLines(report)) print(line);
      }),

    export: ({ format, version, file }) =>
      look(async ({ client }) => {
        const { body } = await client['contacts.export']({
          query: { format, version },
          signal: interrupted,
        });
        const pieces = body as AsyncIterable<Uint8Array>;
        if (file !== null) {
          await write(file, pieces);
          err(`${onOneLine(file)}\n`);
          return;
        }
        const decoder = new TextDecoder();
        const say = (text: string) => out(tty ? shown(text) : text);
        for await (const piece of pieces) say(decoder.decode(piece, { stream: true }));
        say(decoder.decode());
      }),
  };
}

const formatOf = (file: string, text: string): 'csv' | 'vcard' =>
  /\.(?:vcf|vcard)$/iu.test(file) || /^\uFEFF?\s*BEGIN:VCARD/iu.test(text) ? 'vcard' : 'csv';

/** Only UTF-8: in another encoding, letters would be lost or become others. */
async function textIn(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new WrongOption(`${file} cannot be read: ${(error as Error).message}.`);
  });
  const isUtf16 = /^(?:\xFF\xFE|\xFE\xFF)/u.test(bytes.toString('latin1', 0, 2)) || bytes.includes(0);
  if (!isUtf16 && isUtf8(bytes)) return bytes.toString('utf8');
  const encoding = isUtf16 ? 'UTF-16' : 'Latin-1 (Windows-1252)';
  throw new WrongOption(
    `${file} is not UTF-8 but probably ${encoding}. Export it as UTF-8, and import that. Nothing was imported.`,
  );
}

/** Keeps all of it in a new file, or nothing. */
async function write(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    throw new WrongOption(`${path} cannot be written: ${(error as Error).message}.`);
  });
  try {
    for await (const piece of pieces) await file.writeFile(piece);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
