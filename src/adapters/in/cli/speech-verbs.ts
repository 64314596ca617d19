import type { Tell } from '../../../contract/words/says.ts';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { EXIT } from '../../../contract/cli/command.ts';
import type { SpeechVerbs } from '../../../contract/cli/speech.ts';
import { speechLimits } from '../../../core/execution/speech/limits.ts';
import type { Attached } from './attach.ts';
import { blobOf, unread, written } from './local-files.ts';
import { onOneLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';

export interface SpeechVerbDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly readInput: (what: 'task' | 'value') => Promise<string | null>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly tell: Tell;
  readonly interrupted: AbortSignal;
}

/** `svc say` and `svc transcribe`. An interrupt ends the call at the provider. */
export function speechVerbs(deps: SpeechVerbDeps): SpeechVerbs {
  const { out, err, tell, readInput, interrupted } = deps;
  const ask = withEngine({ ...deps, whenGone: sayOf('gone.threads') });
  const refused = (line: string): number => {
    err(`svc: ${onOneLine(line)}\n`);
    return EXIT.refused;
  };

  /** @returns 1 where `act` ends with a sentence that says why */
  const verdict = async (act: (engine: Attached) => Promise<string | null>): Promise<number> => {
    let problem: string | null = null;
    const code = await ask(async (engine) => {
      try {
        problem = await act(engine);
      } catch (error) {
        if (!interrupted.aborted) throw error;
        problem = tell(sayOf('terminal.interrupted_plainly'));
      }
    });
    return problem === null ? code : refused(problem);
  };

  return {
    say: async ({ text: typed, file, voice, language, json }) => {
      const text = typed === '-' ? await readInput('value') : typed;
      if (text === null) return EXIT.refused;
      return await verdict(async ({ client }) => {
        const body = {
          text,
          ...(voice === null ? {} : { voice }),
          ...(language === null ? {} : { language }),
        };
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
          problem = tell(sayOf('terminal.gone_speech'));
          throw new Unfinished();
        };
        try {
          const why = await written(file, pieces());
          if (why === null) out(json ? `${JSON.stringify({ file, ...done })}\n` : `${file}\n`);
          return why === null ? null : tell(why);
        } catch (error) {
          if (error instanceof Unfinished) return problem;
          throw error;
        }
      });
    },

    transcribe: ({ file, language, json }) =>
      verdict(async ({ client }) => {
        const blob = await blobOf(file);
        const isLarge = 'stream' in blob && blob.size > speechLimits.audioBytes;
        if (isLarge) return tell(sayOf('terminal.sound_too_large', { file }));
        const bytes = await readFile(file).catch((error: unknown) => error as NodeJS.ErrnoException);
        if (!Buffer.isBuffer(bytes) && bytes.code === 'EISDIR')
          return tell(sayOf('terminal.is_folder', { file }));
        if (!Buffer.isBuffer(bytes)) return tell(unread(file, bytes));
        if (bytes.length === 0) return tell(sayOf('terminal.file_empty', { file }));
        const audio = bytes.toString('base64');
        const body = {
          audio,
          fileName: basename(file).slice(-speechLimits.fileNameChars),
          ...(language === null ? {} : { language }),
        };
        const heard = await client['speech.transcribe']({ body, signal: interrupted });
        out(json ? `${JSON.stringify(heard)}\n` : `${inLines(heard.text)}\n`);
        return null;
      }),
  };
}

class Unfinished extends Error {}

/** Words of a provider cannot steer the terminal. */
const inLines = (text: string): string => text.split('\n').map(onOneLine).join('\n');
