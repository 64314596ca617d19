import { long, quick, type Requirements } from './requirement.ts';

/** Recordings to text, and text to sound. */
export const ofSpeech = [
  long('ours: contract', {
    'speech.key':
      'Without the key of the EU provider both routes of speech refuse with speech_unavailable and name the variable; no other key is sent there.',
    'speech.limits':
      'A text of more than 10,000 characters and audio of more than 25 MB are refused with 413, and nothing is sent.',
  }),
  long('ours: behaviour', {
    'speech.audio':
      'Audio must be strict base64 of a known kind, told by its bytes, or where they do not tell by the ending of fileName; a name from a client names no file and is not sent.',
    'speech.language': 'A language is a short tag of an existing language; any other is refused with 400.',
    'speech.voices':
      'Without a voice the first one of the provider that knows the language speaks; where the list cannot be had, the provider chooses.',
    'speech.secrets':
      'Known secrets are masked in a text before it leaves and in a transcript before it is shown, also where marks stand within the value.',
    'speech.pace':
      'A client that reads slowly slows the provider down: the engine holds no more of the sound than a few buffers.',
    'speech.empty':
      'A transcript without a word is refused with nothing_heard, and a stream without a sound is an error.',
    'speech.terminal':
      'svc say keeps the sound of a text in a new file, whole or not at all; svc transcribe prints the words of a recording.',
  }),
  quick('ours: behaviour', {
    'speech.words':
      'Of a text in Markdown only what a person would read out is said: no marks, no code blocks, no addresses, no emoji; a text of which nothing is left is refused.',
    'speech.cost':
      'A call of speech reserves its worst case under the ceilings before anything is sent, and its cost counts in the sums of the day and in the statistics, whatever became of it.',
    'speech.abort':
      'A client that leaves ends the request at the provider; so does the stop of the engine, which tells the client.',
    'speech.retries':
      'What fails before the first piece of an answer is tried again with the pauses of calls of models; after it nothing is.',
    'speech.provider':
      'Whatever the provider of speech answers, or leaves out, ends in a transcript or whole sound, or in a stable code and a sentence without a key; its answers are bounded and no redirect is followed.',
  }),
] satisfies Requirements;
