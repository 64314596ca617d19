import { count as number } from '../../parts/format.ts';

/** The texts of the list of threads. */
export const threadWords = {
  title: 'Conversations',
  search: 'Search conversations',
  endSearch: 'End the search',
  foundLoosely: 'Nothing has all of these words. With some of them:',
  tip: 'Try fewer words, or others for the same thing. Memories, files and contacts are searched in their own places.',
  moreHere: (count: number) => (count === 1 ? '1 more place in it' : `${number(count)} more places in it`),
  found: (count: number, isMore: boolean) =>
    count === 0
      ? 'Nothing was found.'
      : isMore
        ? `The best ${number(count)} results`
        : count === 1
          ? '1 result'
          : `${number(count)} results`,
  stillIndexing: 'Older messages are still being added to the index.',
  moreFound: 'Show more results',
  inTitle: 'In the title',
  older: 'Show older conversations',
  archivedToo: 'Show archived',
  archived: 'archived',
  today: 'Today',
  yesterday: 'Yesterday',
  pinned: 'Pinned',
  pin: 'Pin',
  unpin: 'Unpin',
  move: 'Move',
  more: 'Folder, download…',
  moreOf: (title: string) => `“${title}”: folder and download`,
  moveMore: 'Move others with it',
  moveOut: 'Out of the folder',
  folder: 'Folder',
  folderHint: 'Name of a folder, or a new one',
  allFolders: 'All conversations',
  download: 'Download as Markdown',
  rename: 'Rename',
  save: 'Save',
  renameLabel: 'Title of this conversation',
  instructions: 'Instructions',
  instructionsOf: (title: string) => `Your instructions for “${title}”`,
  instructionsHint:
    'What you want of the agent in this conversation. Where they differ from those for all conversations, these count.',
  tools: 'Tools',
  toolsOf: (title: string) => `Tools of “${title}”`,
  close: 'Close',
  handOver: 'Hand over…',
  archive: 'Archive',
  unarchive: 'Unarchive',
  archivedNow: (title: string) => `“${title}” is archived.`,
  undo: 'Undo',
  remove: 'Delete',
  removeQuestion: (title: string) => `Delete “${title}” and all its messages? This cannot be undone.`,
  removeChanges: 'Its runs changed files that were not reviewed yet.',
  removeKeep: 'Delete, keep the changes',
  removeUndo: 'Delete, undo the changes',
  deleted: (title: string) => `“${title}” was deleted.`,
  cancel: 'Cancel',
  isUnread: 'new',
  renameEmpty: (title: string) => `A conversation needs a title: it is still “${title}”.`,
  none: 'No conversations yet. The first message that you send makes one.',
  isRunning: 'running',
  isWaiting: 'waits for you',
  hasChanges: 'changes to review',
  actionsHint: 'Rename, instructions, tools, archive, delete',
  actions: (title: string) => `Actions for “${title}”`,
} as const;
