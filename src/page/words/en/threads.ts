import { count as number } from '../../parts/format.ts';

/** The texts of the list of threads. */
export const threadWords = {
  title: 'Conversations',
  search: 'Search all conversations',
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
  more: 'More',
  moreOf: (title: string) => `“${title}” in the list`,
  moveMore: 'Move others with it',
  moveOut: 'Out of the folder',
  folder: 'Folder',
  folderHint: 'Name of a folder, or a new one',
  allFolders: 'All conversations',
  download: 'Download as Markdown',
  rename: 'Rename',
  renameLabel: 'Title of this conversation',
  instructions: 'Instructions',
  instructionsOf: (title: string) => `Your instructions for “${title}”`,
  instructionsHint:
    'What you want of the agent in this conversation. They count where they differ from those for all.',
  tools: 'Tools',
  toolsOf: (title: string) => `Tools of “${title}”`,
  close: 'Close',
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
  none: 'No conversations yet. The first task that you send makes one.',
  isRunning: 'running',
  isWaiting: 'waits for you',
  hasChanges: 'changes to review',
  actions: (title: string) => `Actions for “${title}”`,
} as const;
