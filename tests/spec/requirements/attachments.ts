import { long, quick, type Requirements } from './requirement.ts';

/** Files that the owner gives to a run. */
export const ofAttachments = [
  long('ours: contract', {
    'attachments.upload':
      'POST /api/files/attachments keeps a file whole in the folder attachments, under its own name or the next free one; nothing is overwritten, and no changeset has it.',
    'attachments.upload.guard':
      'An upload is application/octet-stream of at most 25 MB; a request that may not be made is refused before its bytes are read.',
    'attachments.run':
      'A run takes up to 20 files of the workspace as attachments, stored with its task and shown by its messages and the history; where one cannot be used, nothing is started.',
    'attachments.idempotency': 'An Idempotency-Key also stands for the attachments of its request.',
  }),
  long('ours: behaviour', {
    'attachments.upload.whole':
      'An upload that is cut off, or for which the disk has no room, leaves nothing behind.',
    'attachments.names':
      'The name of an upload is cleaned: no text is a path, a hidden file, an invisible or a too long name.',
    'attachments.terminal':
      'svc run --attach copies files of this machine into the workspace and attaches them; where one cannot be read, nothing is started.',
  }),
  quick('ours: behaviour', {
    'attachments.media-type': 'The type of a file is found in its bytes, never in what a client says.',
    'attachments.images':
      'An attached image goes to the model as an image of its wire, in the same place in each turn and in later runs.',
    'attachments.no-images':
      'A model that refuses images gets the request once more without them, and is told the path.',
    'attachments.text':
      'Attached text of up to 200 KB for a task goes into the conversation; of longer and of other files the model is told path, type and size.',
    'attachments.changed':
      'Of a file that changed or is gone since it was attached, the model is told only that.',
    'attachments.untrusted':
      'What is in an attachment, and its name, is told to the model as material, and grants nothing.',
    'attachments.window':
      'Attached images count in the window, in what a call may cost, and in when a thread is compacted; a summary names the files that were attached.',
  }),
] satisfies Requirements;
