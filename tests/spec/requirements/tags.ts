import { requirement, type Requirements } from './requirement.ts';

/** Words by which threads are found again. */
export const ofTags = {
  'tags.set': requirement(
    'ours: behaviour',
    'PUT /api/threads/:id/tags gives a thread these tags and no others; threads show them.',
  ),
  'tags.form': requirement(
    'ours: behaviour',
    'Tags are kept trimmed, in lower case and in one Unicode form; one that is no tag, or one too many, changes nothing.',
  ),
  'tags.list': requirement(
    'ours: behaviour',
    'GET /api/tags lists tags with their threads, in pages, without archived threads.',
  ),
  'tags.thread-deleted': requirement('ours: behaviour', 'The tags of a thread go with it.'),
  'tags.tool': requirement('ours: behaviour', 'The agent adds and takes away tags of its own conversation.'),
  'tags.terminal': requirement('ours: behaviour', 'svc tags lists tags, and gives a thread its tags.'),
} satisfies Requirements;
