import { browser, long, quick, type Requirements } from './requirement.ts';

/** Versions of a turn within one thread, what a thread is called, and where it lies. */
export const ofVersions = [
  quick('ours: behaviour', {
    'versions.in-place':
      'A run started with insteadOf makes its task another version of that run’s turn in the same thread: it follows what that run followed, the model is told nothing of the other versions, and nothing is deleted. Good answers can be tried again, too, by another profile.',
    'versions.path':
      'The messages of a thread are those of the version that is shown: in GET, in what the model is told, in the last message, in the count, in a fork and in a debug export. Each version has its own continuation.',
    'versions.show':
      'PUT /api/threads/:id/version shows the version that a message belongs to, up to the newest message that follows from it, and the next task follows that one; 409 while a run is in progress, 404 for a message that is not there.',
    'versions.told':
      'In the message that begins a turn with several versions, GET /api/threads/:id/messages names the first message of each.',
    'versions.before':
      'GET /api/threads/:id/messages?before= gives the last messages before one, oldest first, and its cursor goes on to earlier ones.',
    'versions.summaries':
      'A summary counts only where the messages that it stands for are shown; in another version the model is told the messages.',
    'versions.search': 'The search finds what was said in versions that are not shown.',
    'versions.replays':
      'A run in a version that is not shown can be replayed, and its model is sent what it was sent then.',
    'versions.crash':
      'A new version and the choice of another one are each one commit: a thread of which one was cut off has the old version or the new one, and opens.',
    'versions.kept':
      'Versions go with an export, its import and a backup, and a deleted thread leaves nothing of them.',
  }),
  quick('ours: behaviour', {
    'titles.after':
      'After the first answer, and never before it, the model names a conversation whose task is longer than a title, in one call that counts for the ceilings and has a row of its own; the name is one line without markdown.',
    'titles.owner': 'A title that its owner gave stays, also one given while the model is asked.',
    'titles.left':
      'No model is asked where the task is its own title, the price of the model is unknown, conversation_titles is false, another program gave the task, or the demo answers.',
    'titles.failed': 'Where no name comes, the title stays, the log says why, and the run is not touched.',
  }),
  quick('ours: behaviour', {
    'folders.pins':
      'PATCH /api/threads pins threads: GET /api/threads lists them first, whatever the size of its pages, and among them and the others the order of last changes stays.',
    'folders.move':
      'PATCH /api/threads moves threads into a folder, all of them or none; a folder exists while a thread is in it (GET /api/folders), and GET /api/threads?folder= lists those in one.',
  }),
  quick('ours: behaviour', {
    'threads.markdown':
      'GET /api/threads/:id/markdown is a zip with what was said in the version that is shown as Markdown, the files that came with its tasks and the artifacts made in it; a file that is gone is named and left out.',
  }),
  long('ours: behaviour', {
    'folders.terminal':
      'svc threads pin, unpin, move and folders do the same, and svc threads --folder lists one.',
  }),
  browser('ours: behaviour', {
    'page.copy-markdown': 'What is marked of a conversation is copied as Markdown.',
    'page.folders':
      'On the page a conversation is pinned, and moved into a folder with others; the list shows what is pinned first, and one folder where it is chosen.',
    'page.versions':
      'An edited task and another answer stand in place of the earlier one; under the message the versions are counted, and reached by mouse and by the arrow keys, which keep the focus. What is found in a version that is not shown is opened there, and another tab shows what is chosen in this one.',
  }),
] satisfies Requirements;
