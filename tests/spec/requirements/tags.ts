import { requirement, type Requirements } from './requirement.ts';

/** Words for finding threads. */
export const ofTags = {
  'tags.set': requirement(
    'ours: behaviour',
    'PUT /api/threads/:id/tags replaces the tags of a thread; threads show them.',
  ),
  'tags.form': requirement(
    'ours: behaviour',
    'Tags are kept trimmed, in lower case and in one Unicode form; an invalid tag, or one too many, changes nothing.',
  ),
  'tags.list': requirement(
    'ours: behaviour',
    'GET /api/tags lists tags with their threads, in pages, without archived threads.',
  ),
  'tags.thread-deleted': requirement('ours: behaviour', 'Deleting a thread deletes its tags.'),
  'tags.tool': requirement('ours: behaviour', 'The agent adds and removes tags of its own conversation.'),
  'threads.terminal': requirement(
    'ours: behaviour',
    'svc threads lists threads, archived ones on request, and shows the messages of one as text.',
    'long',
  ),
  'tags.terminal': requirement(
    'ours: behaviour',
    'svc tags lists tags, and sets the tags of a thread.',
    'long',
  ),
} satisfies Requirements;
