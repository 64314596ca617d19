import { long, quick, type Requirements } from './requirement.ts';

/** Conversations that were had with other assistants. */
export const ofPast = [
  quick('ours: behaviour', {
    'past.chatgpt':
      'Conversations of ChatGPT come as they were shown, with times, models and branches, without what was hidden.',
    'past.claude': 'Conversations of Claude come in the same way.',
    'past.openwebui': 'Chats of Open WebUI come in the same way, with the record around them or without.',
    'past.librechat': 'Conversations of LibreChat come in the same way, as a list or as a tree.',
    'past.openclaw': 'Sessions of OpenClaw come in the same way from their lines.',
    'past.each': 'One conversation that is broken never drops another.',
    'past.hostile': 'Bombs, circles, missing messages, wrong times and strange names in a file do no harm.',
    'past.dry': 'What would come, and what not and why, is told before anything changes.',
    'past.brings':
      'An import makes a thread of each conversation and each branch of it, which are searchable at once.',
    'past.again': 'The same file again brings only what is new.',
    'past.chosen': 'Some of what was read can be brought and the rest left.',
    'past.told':
      'The imports that are remembered are listed with how far each is, and what each conversation has become.',
    'past.grows':
      'A conversation that went on where it was had brings what is new, and changes nothing that its owner added.',
    'past.untrusted': 'What comes counts as no words of its person, and nothing is learned from it.',
    'past.people': 'An import and what it brings are those of its person alone.',
  }),
  long('ours: behaviour', {
    'past.command':
      'svc import brings the file of another assistant, or with --dry-run tells what would come.',
  }),
] satisfies Requirements;
