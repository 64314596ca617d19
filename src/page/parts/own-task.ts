const NOTE = '\n\n[';
const OF_NOTE = 'Your owner does not follow this;';

/** Why an agent works in the background, by how the note to it begins. */
const BEGINNINGS = {
  automation: 'Started by ',
  task: 'Background work on the task ',
  workflow: 'A step of the workflow ',
} as const;
export type Background = keyof typeof BEGINNINGS;

/** Where the note to the agent begins; null without one. */
function noteIn(task: string): number | null {
  const at = task.lastIndexOf(NOTE);
  return at > 0 && task.endsWith(']') && task.includes(OF_NOTE, at) ? at : null;
}

/** A task in its owner's words, without the note to the agent that follows them where work is done in the background. */
export function ownTask(task: string): string {
  const at = noteIn(task);
  return at === null ? task : task.slice(0, at);
}

/** What began this work in the background; null if the owner sent the task. */
export function backgroundOf(task: string): Background | null {
  const at = noteIn(task);
  if (at === null) return null;
  const note = task.slice(at + NOTE.length);
  const kinds = Object.keys(BEGINNINGS) as Background[];
  return kinds.find((kind) => note.startsWith(BEGINNINGS[kind])) ?? null;
}
