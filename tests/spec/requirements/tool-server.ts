import { heading } from './headings.ts';
import { requirement, type Requirements } from './requirement.ts';

const { asyncRun, asyncRunStates, toolServer, toolServerEvents, authentication, errors, limits } = heading;

/** The tool-protocol server and its asynchronous runs; the MCP client of the command line. */
export const ofTheToolServer = {
  // What svc_poll returns
  'mcp.run.done': requirement(asyncRun, 'done is a boolean.'),
  'mcp.run.text': requirement(asyncRun, 'text is the accumulated output.'),
  'mcp.run.status': requirement(asyncRun, 'status is the current activity.'),
  'mcp.run.status-history': requirement(asyncRun, 'statusHistory is an array of strings, present when done.'),
  'mcp.run.error': requirement(asyncRun, 'error is a string, present on failure.'),
  'mcp.run.waiting': requirement(
    asyncRun,
    'waiting_for_input is {question, options}, present while the run is paused.',
  ),
  'mcp.run.output-files': requirement(
    asyncRun,
    'output_files is an array of {name, path, type: file}: the produced files.',
  ),
  'mcp.run.events': requirement(asyncRun, 'events is an array of event records, only when cursor was sent.'),
  'mcp.run.next-cursor': requirement(asyncRun, 'nextCursor is an integer, only when cursor was sent.'),
  'mcp.run.event-record': requirement(
    asyncRun,
    'An event record is {id: integer, type: string, timestamp: milliseconds since epoch, data: object}.',
  ),
  'mcp.run.attachment': requirement(
    asyncRun,
    'An entry of files is {name, mimetype, data: base64, size: integer}.',
  ),

  // States
  'mcp.states.start': requirement(
    asyncRunStates,
    'svc_run_start in a session without another active run makes it running (done false) and returns run_id at once.',
  ),
  'mcp.states.waiting': requirement(
    asyncRunStates,
    'A running run whose agent asks for input is waiting, with waiting_for_input.',
  ),
  'mcp.states.reply': requirement(asyncRunStates, 'svc_reply makes a waiting run running.'),
  'mcp.states.abort': requirement(
    asyncRunStates,
    'svc_abort (by session_id) or svc_reset ends a running or waiting run.',
  ),
  'mcp.states.reset': requirement(asyncRunStates, 'svc_reset also resets the session.'),
  'mcp.states.completed': requirement(
    asyncRunStates,
    'A run that finishes is completed (done true): text, statusHistory, error, output_files readable.',
  ),
  'mcp.states.restart': requirement(
    [asyncRunStates, errors],
    'A run that was running at shutdown is completed after the restart, with error text saying that the server restarted before it completed.',
    'long',
  ),
  'mcp.states.still-pollable': requirement(
    asyncRunStates,
    'A completed run is still pollable after a restart.',
    'long',
  ),

  // Start
  'mcp.stdio': requirement(
    toolServer,
    '--mcp-server is the stdio transport: stdout carries protocol, stderr carries logs.',
    'long',
  ),
  'mcp.sse': requirement(
    [toolServer, limits],
    'With --transport sse it serves HTTP on port 3042 (variable SVC_MCP_PORT).',
    'long',
  ),
  'mcp.health': requirement(
    [toolServer, authentication],
    'GET /health returns {status: ok}, unauthenticated.',
  ),

  // Tools
  'mcp.tools.svc_run': requirement(
    toolServer,
    'svc_run runs a task synchronously and returns the final text.',
  ),
  'mcp.tools.svc_run_start': requirement(
    toolServer,
    'svc_run_start takes task, optional session_id, user_context, files, and returns {run_id}.',
    'long',
  ),
  'mcp.tools.svc_poll': requirement(
    toolServer,
    'svc_poll takes run_id and optional cursor, and returns the async run shape.',
    'long',
  ),
  'mcp.tools.svc_reply': requirement(
    toolServer,
    'svc_reply resumes a paused async run that waits for input.',
    'long',
  ),
  'mcp.tools.svc_abort': requirement(toolServer, 'svc_abort aborts in-flight work by session_id.', 'long'),
  'mcp.tools.svc_reset': requirement(
    toolServer,
    'svc_reset resets a session and aborts any active run in it.',
    'long',
  ),
  'mcp.tools.svc_memory': requirement(
    toolServer,
    'svc_memory reads facts, skills, context or errors memory.',
    'long',
  ),
  'mcp.tools.svc_read_file': requirement(
    toolServer,
    'svc_read_file reads a produced file as base64 from the working dir or /tmp/svc-files.',
    'long',
  ),
  'mcp.tools.svc_batch': requirement(toolServer, 'svc_batch submits a reduced-cost async batch.', 'long'),
  'mcp.tools.svc_status': requirement(toolServer, 'svc_status inspects a batch by batch_id.', 'long'),
  'mcp.procedure': requirement(
    toolServer,
    'A run can be started, polled with the cursor, replied to, read when done, and its files fetched: from svc_run_start to svc_read_file.',
    'long',
  ),
  'mcp.no-cursor': requirement(
    toolServer,
    'Without cursor the response has the original shape without events.',
  ),

  // Attachments and state
  'mcp.attachments.inline': requirement(toolServer, 'Small text attachments may be inlined into the prompt.'),
  'mcp.attachments.written': requirement(
    toolServer,
    'Larger or binary attachments are written to /tmp/svc-files/<run_id>/...',
    'long',
  ),
  'mcp.attachments.escaped': requirement(toolServer, 'Attachment wrappers are XML-escaped before injection.'),
  'mcp.attachments.names': requirement(
    toolServer,
    'Duplicate names of attachments are sanitized and de-conflicted.',
  ),
  'mcp.persisted': requirement(
    toolServer,
    'Metadata of async runs is persisted in $SVC_MCP_STATE_DIR/mcp-runs.json, or .svc/mcp-runs.json under the working directory.',
    'long',
  ),
  'mcp.one-active': requirement(
    [toolServer, errors, limits],
    'A session has one active async run; starting another returns an error with the existing run_id when available.',
  ),

  // The client, on the command line
  'mcp-client.add': requirement(
    toolServer,
    '/mcp add <name> <url> connects a server and persists it to config.',
    'long',
  ),
  'mcp-client.list': requirement(toolServer, '/mcp list lists the servers.', 'long'),
  'mcp-client.remove': requirement(toolServer, '/mcp remove <name> removes one.', 'long'),
  'mcp-client.tools': requirement(
    toolServer,
    'The tool definitions of connected servers become available to the agent.',
    'long',
  ),

  // Environment
  'mcp.env.port': requirement(toolServer, 'SVC_MCP_PORT is the HTTP port, 3042 by default.', 'long'),
  'mcp.env.secret': requirement(
    toolServer,
    'SVC_MCP_SECRET is the bearer token, none by default; it may instead be in the vault.',
  ),
  'mcp.env.state-dir': requirement(
    toolServer,
    'SVC_MCP_STATE_DIR is the directory of async run state, .svc/ under the working directory by default.',
    'long',
  ),
  'mcp.env.primary-key': requirement(toolServer, 'PRIMARY_API_KEY is the key of the primary provider.'),
  'mcp.env.primary-base-url': requirement(toolServer, 'PRIMARY_BASE_URL is a custom API endpoint.'),

  // Authentication
  'mcp.auth.bearer': requirement(
    authentication,
    'With SVC_MCP_SECRET set (environment, or the vault when the variable is unset) clients send Authorization: Bearer <MCP_SECRET>.',
  ),
  'mcp.auth.constant-time': requirement(authentication, 'Tokens are compared in constant time.'),
  'mcp.auth.open': requirement(
    authentication,
    'Without SVC_MCP_SECRET the HTTP transport is open and binds 127.0.0.1 only.',
  ),
  'mcp.auth.bind': requirement(
    authentication,
    'With auth enabled it binds 0.0.0.0, and a startup warning recommends TLS termination by a reverse proxy.',
  ),
  'mcp.auth.rotation': requirement(
    authentication,
    'Storing a new value as SVC_MCP_SECRET in the vault rotates it.',
  ),

  // Event log
  'mcp.log.append-only': requirement(toolServerEvents, 'Each async run has an append-only event log.'),
  'mcp.log.cursor': requirement(toolServerEvents, 'Events with id greater than cursor are returned.'),
  'mcp.log.thinking': requirement(
    [toolServerEvents, limits],
    'thinking has summary (the first 200 characters), at most once per API turn.',
  ),
  'mcp.log.tool_call': requirement(toolServerEvents, 'tool_call has name and input.'),
  'mcp.log.tool_result': requirement(
    [toolServerEvents, limits],
    'tool_result has name, success, preview (the first 300 characters).',
  ),
  'mcp.log.text_chunk': requirement(
    [toolServerEvents, limits],
    'text_chunk has text, flushed on tool_call, on turn_end, or when over 2000 characters.',
  ),
  'mcp.log.turn_end': requirement(toolServerEvents, 'turn_end has stop_reason.'),
  'mcp.log.error': requirement(toolServerEvents, 'error has message.'),
  'mcp.log.continuation': requirement(toolServerEvents, 'continuation has iteration and max.'),

  // Limits
  'mcp.limits.sessions': requirement(limits, 'At most 12 active sessions have running async work.', 'long'),
  'mcp.limits.runs': requirement(limits, 'At most 64 async runs are tracked.'),
  'mcp.limits.text': requirement(limits, 'A run buffers at most 2 MB of text.'),
  'mcp.limits.all-text': requirement(limits, 'All tracked runs together buffer at most 8 MB of text.'),
  'mcp.limits.attachments': requirement(
    limits,
    'Attachments are at most 10 MB each and 25 MB in all per run.',
  ),
  'mcp.limits.inline': requirement(limits, 'Inline text attachments of a run have a budget of 200 KB.'),
  'mcp.limits.events': requirement(limits, '500 events are kept per run; the oldest are evicted.'),
} satisfies Requirements;
