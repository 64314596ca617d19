/** Tools that start work beside their run. A step has them only where it names them. */
const STARTS_OTHER_WORK: ReadonlySet<string> = new Set([
  'save_workflow',
  'run_workflow',
  'create_trigger',
  'update_trigger',
  'delete_trigger',
  'create_task',
]);

export const startsOtherWork = (tool: string): boolean => STARTS_OTHER_WORK.has(tool);
