/** What a host's model is told about the server as a whole. */
export const INSTRUCTIONS =
  'svc is an agent engine on this machine that works on tasks with its own tools, files and memory. For short work call ' +
  'svc_run. For long work call svc_run_start, then svc_poll with the run_id (and the nextCursor of the last poll) until ' +
  'done is true; when waiting_for_input is present, answer it with svc_reply. Fetch files it made with svc_read_file.';
