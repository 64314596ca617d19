/** What goes with a conversation, as triggers of SQLite take it along: their names are the same. */
export const forgetting: readonly string[] = [
  `CREATE FUNCTION told_goes_with_thread() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN DELETE FROM run_memories WHERE run_id = NEW.run_id; RETURN NULL; END'`,
  `CREATE TRIGGER told_goes_with_thread AFTER UPDATE OF thread_id ON runs
    FOR EACH ROW WHEN (OLD.thread_id IS NOT NULL AND NEW.thread_id IS NULL) EXECUTE FUNCTION told_goes_with_thread()`,
  `CREATE FUNCTION step_forgets() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN NEW.result := NULL; NEW.truncated := 0; RETURN NEW; END'`,
  `CREATE TRIGGER step_forgets BEFORE UPDATE OF thread_id ON workflow_steps
    FOR EACH ROW WHEN (OLD.thread_id IS NOT NULL AND NEW.thread_id IS NULL) EXECUTE FUNCTION step_forgets()`,
];
