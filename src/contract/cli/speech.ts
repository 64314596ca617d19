import type { CommandRow } from './command.ts';

/** The implementations; each resolves to the exit code. */
interface Verbs {
  readonly speech: SpeechVerbs;
}

export interface SpeechVerbs {
  /** `text`: `-` reads stdin. The file must not exist; it is kept whole or not at all. */
  say(input: {
    readonly text: string;
    readonly file: string;
    readonly voice: string | null;
    readonly language: string | null;
    readonly json: boolean;
  }): Promise<number>;
  transcribe(input: {
    readonly file: string;
    readonly language: string | null;
    readonly json: boolean;
  }): Promise<number>;
}

const LANGUAGE = { name: 'language', value: 'tag' } as const;

export const speech: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'say',
    json: true,
    args: [{ name: 'text', many: true }],
    options: [{ name: 'out', value: 'file' }, { name: 'voice', value: 'id' }, LANGUAGE],
    handle: (verbs, { args, options, json }) =>
      verbs.speech.say({
        text: args.join(' '),
        file: options.get('out') ?? 'speech.mp3',
        voice: options.get('voice') ?? null,
        language: options.get('language') ?? null,
        json,
      }),
  },
  {
    kind: 'command',
    name: 'transcribe',
    json: true,
    args: [{ name: 'file' }],
    options: [LANGUAGE],
    handle: (verbs, { args: [file = ''], options, json }) =>
      verbs.speech.transcribe({ file, language: options.get('language') ?? null, json }),
  },
];
