import { heading } from './headings.ts';
import { requirement, type Later, type Requirement, type Requirements, type Source } from './requirement.ts';

const { asyncRun, asyncRunStates, toolServer, toolServerEvents, authentication, errors, limits } = heading;
const LATER: Later = 'tool-server';
const later = (from: Source | readonly Source[], says: string): Requirement => requirement(from, says, LATER);

/** The tool-protocol server and its asynchronous runs; the MCP client of the command line. */
export const ofTheToolServer = {
  // What svc_poll returns
  'mcp.run.done': later(asyncRun, 'done is a boolean.'),
  'mcp.run.text': later(asyncRun, 'text is the accumulated output.'),
  'mcp.run.status': later(asyncRun, 'status is the current activity.'),
  'mcp.run.status-history': later(asyncRun, 'statusHistory is an array of strings, present when done.'),
  'mcp.run.error': later(asyncRun, 'error is a string, present on failure.'),
  'mcp.run.waiting': later(
    asyncRun,
    'waiting_for_input is {question, options}, present while the run is paused.',
  ),
  'mcp.run.output-files': later(
    asyncRun,
    'output_files is an array of {name, path, type: file}: the produced files.',
  ),
  'mcp.run.events': later(asyncRun, 'events is an array of event records, only when cursor was sent.'),
  'mcp.run.next-cursor': later(asyncRun, 'nextCursor is an integer, only when cursor was sent.'),
  'mcp.run.event-record': later(
    asyncRun,
    'An event record is {id: integer, type: string, timestamp: milliseconds since epoch, data: object}.',
  ),
  'mcp.run.attachment': later(
    asyncRun,
    'An entry of files is {name, mimetype, data: base64, size: integer}.',
  ),

  // States
  'mcp.states.start': later(
    asyncRunStates,
    'svc_run_start in a session without another active run makes it running (done false) and returns run_id at once.',
  ),
  'mcp.states.waiting': later(
    asyncRunStates,
    'A running run whose agent asks for input is waiting, with waiting_for_input.',
  ),
  'mcp.states.reply': later(asyncRunStates, 'svc_reply makes a waiting run running.'),
  'mcp.states.abort': later(
    asyncRunStates,
    'svc_abort (by session_id) or svc_reset ends a running or waiting run.',
  ),
  'mcp.states.reset': later(asyncRunStates, 'svc_reset also resets the session.'),
  'mcp.states.completed': later(
    asyncRunStates,
    'A run that finishes is completed (done true): text, statusHistory, error, output_files readable.',
  ),
  'mcp.states.restart': later(
    [asyncRunStates, errors],
    'A run that was running at shutdown is completed after the restart, with error text saying that the server restarted before it completed.',
  ),
  'mcp.states.still-pollable': later(asyncRunStates, 'A completed run is still pollable after a restart.'),

  // Start
  'mcp.stdio': later(
    toolServer,
    '--mcp-server is the stdio transport: stdout carries protocol, stderr carries logs.',
  ),
  'mcp.sse': later(
    [toolServer, limits],
    'With --transport sse it serves HTTP on port 3042 (variable SVC_MCP_PORT).',
  ),
  'mcp.health': later([toolServer, authentication], 'GET /health returns {status: ok}, unauthenticated.'),

  // Tools
  'mcp.tools.svc_run': later(toolServer, 'svc_run runs a task synchronously and returns the final text.'),
  'mcp.tools.svc_run_start': later(
    toolServer,
    'svc_run_start takes task, optional session_id, user_context, files, and returns {run_id}.',
  ),
  'mcp.tools.svc_poll': later(
    toolServer,
    'svc_poll takes run_id and optional cursor, and returns the async run shape.',
  ),
  'mcp.tools.svc_reply': later(toolServer, 'svc_reply resumes a paused async run that waits for input.'),
  'mcp.tools.svc_abort': later(toolServer, 'svc_abort aborts in-flight work by session_id.'),
  'mcp.tools.svc_reset': later(toolServer, 'svc_reset resets a session and aborts any active run in it.'),
  'mcp.tools.svc_memory': later(toolServer, 'svc_memory reads facts, skills, context or errors memory.'),
  'mcp.tools.svc_read_file': later(
    toolServer,
    'svc_read_file reads a produced file as base64 from the working dir or /tmp/svc-files.',
  ),
  'mcp.tools.svc_batch': later(toolServer, 'svc_batch submits a reduced-cost async batch.'),
  'mcp.tools.svc_status': later(toolServer, 'svc_status inspects a batch by batch_id.'),
  'mcp.procedure': later(
    toolServer,
    'A run can be started, polled with the cursor, replied to, read when done, and its files fetched: from svc_run_start to svc_read_file.',
  ),
  'mcp.no-cursor': later(toolServer, 'Without cursor the response has the original shape without events.'),

  // Attachments and state
  'mcp.attachments.inline': later(toolServer, 'Small text attachments may be inlined into the prompt.'),
  'mcp.attachments.written': later(
    toolServer,
    'Larger or binary attachments are written to /tmp/svc-files/<run_id>/...',
  ),
  'mcp.attachments.escaped': later(toolServer, 'Attachment wrappers are XML-escaped before injection.'),
  'mcp.attachments.names': later(
    toolServer,
    'Duplicate names of attachments are sanitized and de-conflicted.',
  ),
  'mcp.persisted': later(
    toolServer,
    'Metadata of async runs is persisted in $SVC_MCP_STATE_DIR/mcp-runs.json, or .svc/mcp-runs.json under the working directory.',
  ),
  'mcp.one-active': later(
    [toolServer, errors, limits],
    'A session has one active async run; starting another returns an error with the existing run_id when available.',
  ),

  // The client, on the command line
  'mcp-client.add': requirement(
    toolServer,
    '/mcp add <name> <url> connects a server and persists it to config.',
    'mcp-client',
  ),
  'mcp-client.list': requirement(toolServer, '/mcp list lists the servers.', 'mcp-client'),
  'mcp-client.remove': requirement(toolServer, '/mcp remove <name> removes one.', 'mcp-client'),
  'mcp-client.tools': requirement(
    toolServer,
    'The tool definitions of connected servers become available to the agent.',
    'mcp-client',
  ),

  // Environment
  'mcp.env.port': later(toolServer, 'SVC_MCP_PORT is the HTTP port, 3042 by default.'),
  'mcp.env.secret': later(
    toolServer,
    'SVC_MCP_SECRET is the bearer token, none by default; it may instead be in the vault.',
  ),
  'mcp.env.state-dir': later(
    toolServer,
    'SVC_MCP_STATE_DIR is the directory of async run state, .svc/ under the working directory by default.',
  ),
  'mcp.env.primary-key': later(toolServer, 'PRIMARY_API_KEY is the key of the primary provider.'),
  'mcp.env.primary-base-url': later(toolServer, 'PRIMARY_BASE_URL is a custom API endpoint.'),

  // Authentication
  'mcp.auth.bearer': later(
    authentication,
    'With SVC_MCP_SECRET set (environment, or the vault when the variable is unset) clients send Authorization: Bearer <MCP_SECRET>.',
  ),
  'mcp.auth.constant-time': later(authentication, 'Tokens are compared in constant time.'),
  'mcp.auth.open': later(
    authentication,
    'Without SVC_MCP_SECRET the HTTP transport is open and binds 127.0.0.1 only.',
  ),
  'mcp.auth.bind': later(
    authentication,
    'With auth enabled it binds 0.0.0.0, and a startup warning recommends TLS termination by a reverse proxy.',
  ),
  'mcp.auth.rotation': later(
    authentication,
    'Storing a new value as SVC_MCP_SECRET in the vault rotates it.',
  ),

  // Event log
  'mcp.log.append-only': later(toolServerEvents, 'Each async run has an append-only event log.'),
  'mcp.log.cursor': later(toolServerEvents, 'Events with id greater than cursor are returned.'),
  'mcp.log.thinking': later(
    [toolServerEvents, limits],
    'thinking has summary (the first 200 characters), at most once per API turn.',
  ),
  'mcp.log.tool_call': later(toolServerEvents, 'tool_call has name and input.'),
  'mcp.log.tool_result': later(
    [toolServerEvents, limits],
    'tool_result has name, success, preview (the first 300 characters).',
  ),
  'mcp.log.text_chunk': later(
    [toolServerEvents, limits],
    'text_chunk has text, flushed on tool_call, on turn_end, or when over 2000 characters.',
  ),
  'mcp.log.turn_end': later(toolServerEvents, 'turn_end has stop_reason.'),
  'mcp.log.error': later(toolServerEvents, 'error has message.'),
  'mcp.log.continuation': later(toolServerEvents, 'continuation has iteration and max.'),

  // Limits
  'mcp.limits.sessions': later(limits, 'At most 12 active sessions have running async work.'),
  'mcp.limits.runs': later(limits, 'At most 64 async runs are tracked.'),
  'mcp.limits.text': later(limits, 'A run buffers at most 2 MB of text.'),
  'mcp.limits.all-text': later(limits, 'All tracked runs together buffer at most 8 MB of text.'),
  'mcp.limits.attachments': later(limits, 'Attachments are at most 10 MB each and 25 MB in all per run.'),
  'mcp.limits.inline': later(limits, 'Inline text attachments of a run have a budget of 200 KB.'),
  'mcp.limits.events': later(limits, '500 events are kept per run; the oldest are evicted.'),
} satisfies Requirements;
