import type { PastProblems } from '../../../core/keeping/past/says.ts';
import type { Words } from '../says.ts';
import { counted, quoted } from './forms.ts';

export const past: Words<PastProblems> = {
  'past.import_unknown':
    'No conversation was found in this file. It should be what ChatGPT, Claude, Open WebUI, LibreChat or OpenClaw gives out: a zip, JSON or JSON lines. Nothing was changed.',
  'past.import_too_large': 'There is more in this file than can be read at once. Nothing was changed.',
  'past.import_gone':
    'There is no such import: it is remembered for a day, until svc is restarted. Send the file again; what has come does not come twice.',
  'past.import_begun': 'This import has begun already. Ask how far it is.',
  'past.not_listed': ({ sourceId }) =>
    `No conversation with the id ${quoted(sourceId)} would come. Choose from those that were listed as new.`,

  'past.damaged': 'The file is damaged here: what follows in this part of it cannot be read.',
  'past.no_json': 'It is damaged, so it does not come.',
  'past.cut_off': 'The file ends in the middle of it, so it does not come.',
  'past.no_conversation': 'It is no conversation, so it does not come.',
  'past.no_id': 'It has no id by which it would be known again, so it does not come.',
  'past.twice': 'It is in the file a second time: only the first comes.',
  'past.empty': 'Nothing in it was shown to you, so it does not come.',
  'past.too_long': ({ most }) => `It is larger than ${most} MB, so it does not come.`,
  'past.too_many_messages': ({ most }) => `It has more than ${most} messages, so it does not come.`,
  'past.not_stored': 'It could not be stored. The log of the engine says why.',

  'past.grown': 'It came before: what is new of it comes.',
  'past.grown_aside':
    'It came before, and does not simply go on where it ended here: what is new of it comes as a thread of its own.',

  'past.tree_broken': 'The file does not have all of it: what came before some messages is missing.',
  'past.times': 'Some of its times cannot be true, and are replaced by those before them.',
  'past.files_left': ({ count }) =>
    `${counted(count, 'file')} of it ${count === 1 ? 'is' : 'are'} named, but not brought.`,
  'past.tools_left': ({ count }) =>
    `${counted(count, 'call of a tool', 'calls of tools')} and what came of ${count === 1 ? 'it' : 'them'} ${count === 1 ? 'is' : 'are'} left out.`,
  'past.branches_left': ({ count }) =>
    `${counted(count, 'other way', 'other ways')} in which it went on ${count === 1 ? 'is' : 'are'} left out: there are too many.`,
  'past.brought': ({ from, model }) => (model === null ? `From ${from}.` : `From ${from}, ${quoted(model)}.`),
};
