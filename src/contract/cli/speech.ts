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

const LANGUAGE = { name: 'language', value: 'tag', summary: 'like en, de or pt-BR' } as const;
const KEY = `
It needs the key of the EU provider in EU_PROVIDER_API_KEY, and costs: svc config shows the ceilings.`;

export const speech: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'say',
    json: true,
    summary: 'Let the EU provider say a text, and keep the sound as an MP3.',
    args: [{ name: 'text', summary: 'the text, or - for stdin', many: true }],
    options: [
      { name: 'out', value: 'file', summary: 'the new file; speech.mp3 in the current folder by default' },
      {
        name: 'voice',
        value: 'id',
        summary: "the provider's id of a voice; by default one for the language",
      },
      LANGUAGE,
    ],
    help: KEY,
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
    summary: 'Print the words in a recording, as the EU provider hears them.',
    json: true,
    args: [{ name: 'file', summary: 'MP3, WAV, FLAC, Ogg, WebM, M4A or AAC, at most 25 MB' }],
    options: [LANGUAGE],
    help: KEY,
    handle: (verbs, { args: [file = ''], options, json }) =>
      verbs.speech.transcribe({ file, language: options.get('language') ?? null, json }),
  },
];
