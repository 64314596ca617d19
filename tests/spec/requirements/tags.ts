import { long, quick, type Requirements } from './requirement.ts';

/** Words for finding threads. */
export const ofTags = [
  quick('ours: behaviour', {
    'tags.set': 'PUT /api/threads/:id/tags replaces the tags of a thread; threads show them.',
    'tags.form':
      'Tags are kept trimmed, in lower case and in one Unicode form; an invalid tag, or one too many, changes nothing.',
    'tags.list': 'GET /api/tags lists tags with their threads, in pages, without archived threads.',
    'tags.thread-deleted': 'Deleting a thread deletes its tags.',
    'tags.tool': 'The agent adds and removes tags of its own conversation.',
  }),
  long('ours: behaviour', {
    'threads.terminal':
      'svc threads lists threads, archived ones on request, shows the messages of one as text, and keeps one as Markdown with its files.',
    'tags.terminal': 'svc tags lists tags, and sets the tags of a thread.',
  }),
] satisfies Requirements;
