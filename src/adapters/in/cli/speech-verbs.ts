import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { EXIT } from '../../../contract/cli/command.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';
import { speechLimits } from '../../../core/execution/speech/limits.ts';
import type { AtTerminal, OwnCodes } from './at-terminal.ts';
import { blobOf, unread, written } from './local-files.ts';

/** An interrupt ends the call at the provider. */
const how = ({ tell }: AtTerminal) => ({
  whenGone: sayOf('gone.threads'),
  whenInterrupted: () => tell('terminal.interrupted_plainly'),
});

/** `svc say` and `svc transcribe`. */
export const speechVerbs = {
  say: async (at, { args, options, json }) => {
    const { tell, interrupted } = at;
    const typed = args.join(' ');
    const text = typed === '-' ? await at.readInput('value') : typed;
    if (text === null) return EXIT.refused;
    const file = options.get('out') ?? 'speech.mp3';
    const [voice, language] = [options.get('voice'), options.get('language')];
    const body = {
      text,
      ...(voice === undefined ? {} : { voice }),
      ...(language === undefined ? {} : { language }),
    };
    return await at.over(how(at), async ({ client }) => {
      let problem: string | null = null;
      let done: object = {};
      // Asked for once the file can be written: it costs.
      const pieces = async function* () {
        const { events } = await client['speech.speak']({ body, signal: interrupted });
        for await (const event of events) {
          if (event.type === 'audio') yield Buffer.from(event.data.base64, 'base64');
          if (event.type === 'done') {
            done = event.data;
            return;
          }
          if (event.type === 'error') {
            problem = event.data.error;
            // Without it, what had come would be kept as if it were all.
            throw new Unfinished();
          }
        }
        problem = tell('terminal.gone_speech');
        throw new Unfinished();
      };
      try {
        const why = await written(file, pieces());
        if (why !== null) return why;
        if (json) at.printJson({ file, ...done });
        else at.print([file]);
      } catch (error) {
        if (error instanceof Unfinished) return problem;
        throw error;
      }
    });
  },

  transcribe: (at, { args: [file = ''], options, json }) =>
    at.over(how(at), async ({ client }) => {
      const { tell } = at;
      const blob = await blobOf(file);
      const isLarge = 'stream' in blob && blob.size > speechLimits.audioBytes;
      if (isLarge) return tell('terminal.sound_too_large', { file });
      const bytes = await readFile(file).catch((error: unknown) => error as NodeJS.ErrnoException);
      if (!Buffer.isBuffer(bytes))
        return bytes.code === 'EISDIR' ? tell('terminal.is_folder', { file }) : unread(file, bytes);
      if (bytes.length === 0) return tell('terminal.file_empty', { file });
      const language = options.get('language');
      const body = {
        audio: bytes.toString('base64'),
        fileName: basename(file).slice(-speechLimits.fileNameChars),
        ...(language === undefined ? {} : { language }),
      };
      const heard = await client['speech.transcribe']({ body, signal: at.interrupted });
      if (json) at.printJson(heard);
      else at.print(heard.text.split('\n'));
    }),
} satisfies OwnCodes;

class Unfinished extends Error {}
