const NOTE = '\n\n[';
const OF_NOTE = 'Your owner does not follow this;';

/** A task in its owner's words, without the note to the agent that follows them where work is done in the background. */
export function ownTask(task: string): string {
  const at = task.lastIndexOf(NOTE);
  return at > 0 && task.endsWith(']') && task.includes(OF_NOTE, at) ? task.slice(0, at) : task;
}
