import { heading } from './headings.ts';
import { long, quick, type Requirements } from './requirement.ts';

const { asyncRun, asyncRunStates, toolServer, toolServerEvents, authentication, errors, limits } = heading;

/** The tool-protocol server and its asynchronous runs; the MCP client of the command line. */
export const ofTheToolServer = [
  // What svc_poll returns
  quick(asyncRun, {
    'mcp.run.done': 'done is a boolean.',
    'mcp.run.text': 'text is the accumulated output.',
    'mcp.run.status': 'status is the current activity.',
    'mcp.run.status-history': 'statusHistory is an array of strings, present when done.',
    'mcp.run.error': 'error is a string, present on failure.',
    'mcp.run.waiting': 'waiting_for_input is {question, options}, present while the run is paused.',
    'mcp.run.output-files': 'output_files is an array of {name, path, type: file}: the produced files.',
    'mcp.run.events': 'events is an array of event records, only when cursor was sent.',
    'mcp.run.next-cursor': 'nextCursor is an integer, only when cursor was sent.',
    'mcp.run.event-record':
      'An event record is {id: integer, type: string, timestamp: milliseconds since epoch, data: object}.',
    'mcp.run.attachment': 'An entry of files is {name, mimetype, data: base64, size: integer}.',
  }),

  // States
  quick(asyncRunStates, {
    'mcp.states.start':
      'svc_run_start in a session without another active run makes it running (done false) and returns run_id at once.',
    'mcp.states.waiting': 'A running run whose agent asks for input is waiting, with waiting_for_input.',
    'mcp.states.reply': 'svc_reply makes a waiting run running.',
    'mcp.states.abort': 'svc_abort (by session_id) or svc_reset ends a running or waiting run.',
    'mcp.states.reset': 'svc_reset also resets the session.',
    'mcp.states.completed':
      'A run that finishes is completed (done true): text, statusHistory, error, output_files readable.',
  }),
  long([asyncRunStates, errors], {
    'mcp.states.restart':
      'A run that was running at shutdown is completed after the restart, with error text saying that the server restarted before it completed.',
  }),
  long(asyncRunStates, {
    'mcp.states.still-pollable': 'A completed run is still pollable after a restart.',
  }),

  // Start
  long(toolServer, {
    'mcp.stdio': '--mcp-server is the stdio transport: stdout carries protocol, stderr carries logs.',
  }),
  long([toolServer, limits], {
    'mcp.sse': 'With --transport sse it serves HTTP on port 3042 (variable SVC_MCP_PORT).',
  }),
  quick([toolServer, authentication], {
    'mcp.health': 'GET /health returns {status: ok}, unauthenticated.',
  }),

  // Tools
  quick(toolServer, {
    'mcp.tools.svc_run': 'svc_run runs a task synchronously and returns the final text.',
    'mcp.no-cursor': 'Without cursor the response has the original shape without events.',
  }),
  long(toolServer, {
    'mcp.tools.svc_run_start':
      'svc_run_start takes task, optional session_id, user_context, files, and returns {run_id}.',
    'mcp.tools.svc_poll': 'svc_poll takes run_id and optional cursor, and returns the async run shape.',
    'mcp.tools.svc_reply': 'svc_reply resumes a paused async run that waits for input.',
    'mcp.tools.svc_abort': 'svc_abort aborts in-flight work by session_id.',
    'mcp.tools.svc_reset': 'svc_reset resets a session and aborts any active run in it.',
    'mcp.tools.svc_memory': 'svc_memory reads facts, skills, context or errors memory.',
    'mcp.tools.svc_read_file':
      'svc_read_file reads a produced file as base64 from the working dir or /tmp/svc-files.',
    'mcp.tools.svc_batch': 'svc_batch submits a reduced-cost async batch.',
    'mcp.tools.svc_status': 'svc_status inspects a batch by batch_id.',
    'mcp.procedure':
      'A run can be started, polled with the cursor, replied to, read when done, and its files fetched: from svc_run_start to svc_read_file.',
  }),

  // Attachments and state
  quick(toolServer, {
    'mcp.attachments.inline': 'Small text attachments may be inlined into the prompt.',
    'mcp.attachments.escaped': 'Attachment wrappers are XML-escaped before injection.',
    'mcp.attachments.names': 'Duplicate names of attachments are sanitized and de-conflicted.',
  }),
  long(toolServer, {
    'mcp.attachments.written': 'Larger or binary attachments are written to /tmp/svc-files/<run_id>/...',
    'mcp.persisted':
      'Metadata of async runs is persisted in $SVC_MCP_STATE_DIR/mcp-runs.json, or .svc/mcp-runs.json under the working directory.',
  }),
  quick([toolServer, errors, limits], {
    'mcp.one-active':
      'A session has one active async run; starting another returns an error with the existing run_id when available.',
  }),

  // The client, on the command line
  long(toolServer, {
    'mcp-client.add': '/mcp add <name> <url> connects a server and persists it to config.',
    'mcp-client.list': '/mcp list lists the servers.',
    'mcp-client.remove': '/mcp remove <name> removes one.',
    'mcp-client.tools': 'The tool definitions of connected servers become available to the agent.',
  }),

  // Environment
  long(toolServer, {
    'mcp.env.port': 'SVC_MCP_PORT is the HTTP port, 3042 by default.',
    'mcp.env.state-dir':
      'SVC_MCP_STATE_DIR is the directory of async run state, .svc/ under the working directory by default.',
  }),
  quick(toolServer, {
    'mcp.env.secret': 'SVC_MCP_SECRET is the bearer token, none by default; it may instead be in the vault.',
    'mcp.env.primary-key': 'PRIMARY_API_KEY is the key of the primary provider.',
    'mcp.env.primary-base-url': 'PRIMARY_BASE_URL is a custom API endpoint.',
  }),

  // Authentication
  quick(authentication, {
    'mcp.auth.bearer':
      'With SVC_MCP_SECRET set (environment, or the vault when the variable is unset) clients send Authorization: Bearer <MCP_SECRET>.',
    'mcp.auth.constant-time': 'Tokens are compared in constant time.',
    'mcp.auth.open': 'Without SVC_MCP_SECRET the HTTP transport is open and binds 127.0.0.1 only.',
    'mcp.auth.bind':
      'With auth enabled it binds 0.0.0.0, and a startup warning recommends TLS termination by a reverse proxy.',
    'mcp.auth.rotation': 'Storing a new value as SVC_MCP_SECRET in the vault rotates it.',
  }),

  // Event log
  quick(toolServerEvents, {
    'mcp.log.append-only': 'Each async run has an append-only event log.',
    'mcp.log.cursor': 'Events with id greater than cursor are returned.',
    'mcp.log.tool_call': 'tool_call has name and input.',
    'mcp.log.turn_end': 'turn_end has stop_reason.',
    'mcp.log.error': 'error has message.',
    'mcp.log.continuation': 'continuation has iteration and max.',
  }),
  quick([toolServerEvents, limits], {
    'mcp.log.thinking': 'thinking has summary (the first 200 characters), at most once per API turn.',
    'mcp.log.tool_result': 'tool_result has name, success, preview (the first 300 characters).',
    'mcp.log.text_chunk':
      'text_chunk has text, flushed on tool_call, on turn_end, or when over 2000 characters.',
  }),

  // Limits
  long(limits, {
    'mcp.limits.sessions': 'At most 12 active sessions have running async work.',
  }),
  quick(limits, {
    'mcp.limits.runs': 'At most 64 async runs are tracked.',
    'mcp.limits.text': 'A run buffers at most 2 MB of text.',
    'mcp.limits.all-text': 'All tracked runs together buffer at most 8 MB of text.',
    'mcp.limits.attachments': 'Attachments are at most 10 MB each and 25 MB in all per run.',
    'mcp.limits.inline': 'Inline text attachments of a run have a budget of 200 KB.',
    'mcp.limits.events': '500 events are kept per run; the oldest are evicted.',
  }),
] satisfies Requirements;
