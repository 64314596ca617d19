/**
 * The ledger: what the specification (and, marked `ours`, our own contract and promises) says that can be tested.
 * A test that proves an entry cites its id with `verifies`; `coverage.test.ts` is the gate. Begun with the
 * statements of issue 2; the rest of the specification joins with issue 5.
 */
export interface Requirement {
  /** The statement, in one sentence. */
  readonly says: string;
  /** The heading or promise it comes from. */
  readonly from: string;
  /** Belongs to later work: one word says why. Then no test cites it. */
  readonly deferred?: string;
}

const requirement = (from: string, says: string): Requirement => ({ says, from });

export const requirements = {
  // Specification › Endpoints
  'health.both-paths': requirement(
    'Endpoints › HTTP API',
    'GET /health and /api/health return {status: ok} without auth.',
  ),
  'sessions.create': requirement('Endpoints › HTTP API', 'POST /api/sessions creates a session.'),
  'sessions.delete': requirement('Endpoints › HTTP API', 'DELETE /api/sessions/:id deletes a session.'),
  'runs.start.stream': requirement(
    'Endpoints › HTTP API',
    'POST /api/sessions/:id/run takes {task} and answers with SSE.',
  ),
  'runs.abort': requirement('Endpoints › HTTP API', 'POST /api/sessions/:id/abort aborts a running task.'),
  'threads.list': requirement('Endpoints › HTTP API', 'GET /api/threads lists threads.'),
  'threads.get': requirement('Endpoints › HTTP API', 'GET /api/threads/:id gives thread details.'),
  'threads.rename-archive': requirement(
    'Endpoints › HTTP API',
    'PATCH /api/threads/:id renames or archives.',
  ),
  'threads.delete': requirement('Endpoints › HTTP API', 'DELETE /api/threads/:id deletes the thread.'),
  'threads.messages.paged': requirement(
    'Endpoints › HTTP API',
    'GET /api/threads/:id/messages gives messages and supports pagination.',
  ),
  'http.default-port': requirement(
    'Endpoints',
    'Started with --http-api alone it listens on port 3100 by default.',
  ),
  'http.json': requirement('Endpoints', 'JSON bodies use Content-Type: application/json.'),
  'http.no-version-segment': requirement('Versioning', 'The HTTP API paths carry no version segment.'),
  'auth.open-by-default': requirement('Authentication', 'In single-user mode there is no authentication.'),

  // Specification › Events
  'events.text': requirement('Events › HTTP run stream', 'text carries a streamed response text chunk.'),
  'events.thinking': requirement(
    'Events › HTTP run stream',
    'thinking carries an extended thinking summary.',
  ),
  'events.tool_call': requirement('Events › HTTP run stream', 'tool_call carries name and input.'),
  'events.tool_result': requirement('Events › HTTP run stream', 'tool_result carries output and success.'),
  'events.turn_end': requirement('Events › HTTP run stream', 'turn_end says that a turn completed.'),
  'events.done': requirement('Events › HTTP run stream', 'done says that the run completed.'),
  'events.error': requirement('Events › HTTP run stream', 'error says that an error occurred.'),

  // Contract §1: conventions
  'contract.ids.case': requirement(
    'ours: contract §1',
    'Ids are UUIDv7; upper case is accepted and normalised.',
  ),
  'contract.times': requirement('ours: contract §1', 'Times are ISO 8601 UTC with milliseconds and Z.'),
  'contract.lists': requirement(
    'ours: contract §1',
    'Lists have limit and cursor, newest first, with nextCursor; nothing is cut silently.',
  ),
  'contract.unknown-keys': requirement(
    'ours: contract §1',
    'Unknown keys in bodies are 400 invalid_request, in queries ignored.',
  ),
  'contract.problem-body': requirement(
    'ours: contract §1',
    'Errors are RFC 9457 problems with code and error, and no stack, path or SQL.',
  ),
  'contract.violations': requirement(
    'ours: contract §1',
    'A body against the schema answers 400 with violations.',
  ),
  'contract.method-not-allowed': requirement(
    'ours: contract §1',
    'A wrong method on a known path is 405 with Allow.',
  ),
  'contract.request-id': requirement(
    'ours: contract §1',
    'X-Request-Id is kept if sane, made otherwise, and stands in instance.',
  ),
  'contract.openapi': requirement(
    'ours: contract §1',
    'GET /api/openapi.json is the OpenAPI 3.1 document of the rows; config/openapi.json is the same.',
  ),
  'contract.idempotency': requirement(
    'ours: contract §1',
    'The same Idempotency-Key and body attach to the first run; another body is 409 idempotency_mismatch.',
  ),
  'contract.readyz': requirement(
    'ours: contract §1',
    'GET /readyz answers 503 with a reason until the engine is ready, and while draining.',
  ),
  'contract.rows.declared': requirement(
    'ours: house §3.7',
    'Every route of this issue has a row, no two routes are ambiguous, every schema compiles.',
  ),

  // Contract §2: streams
  'streams.numbered': requirement(
    'ours: contract §2',
    'Frames carry id from 1 without gaps, event, and one data line; no frame is split over two writes.',
  ),
  'streams.run-id': requirement('ours: contract §2', 'The run stream carries Svc-Run-Id.'),
  'streams.one-terminal': requirement(
    'ours: contract §2',
    'Exactly one of done and error ends every stream.',
  ),
  'streams.replay': requirement(
    'ours: contract §2',
    'GET /api/runs/:runId/events gives the same events again, from Last-Event-ID or ?after=, live or ended.',
  ),
  'streams.disconnect': requirement('ours: contract §2', 'Losing the connection never stops a run.'),
  'streams.slow-readers': requirement(
    'ours: contract §2',
    'Slow readers are bounded in memory and do not hold up the run.',
  ),
  'streams.heartbeat': requirement('ours: contract §2', 'A comment heartbeat every 15 s.'),
  'streams.headers': requirement(
    'ours: contract §2',
    'no-store, no-transform, X-Accel-Buffering: no, headers flushed at once.',
  ),
  'streams.nasty-text': requirement(
    'ours: promise S42',
    'Text with line breaks, event lines, NUL and lone surrogates arrives as one event, intact.',
  ),

  // Contract §3: shapes
  'sessions.unknown-thread': requirement('ours: contract §3', 'An unknown threadId is 404.'),
  'sessions.delete.keeps-thread': requirement(
    'ours: contract §3',
    'DELETE aborts a run in flight and keeps the thread.',
  ),
  'runs.busy': requirement(
    'ours: contract §3',
    'A second run in a busy session is 409 run_in_progress with runId.',
  ),
  'runs.abort.shape': requirement(
    'ours: contract §3',
    'Abort is 202 {requested, runId}, its stream ends done with stopReason aborted; nothing running is 409 not_running.',
  ),
  'runs.demo': requirement(
    'ours: contract §3',
    'No provider configured is no error: the demo model answers and says so.',
  ),
  'runs.demo.only-unset': requirement(
    'ours: house §3.12.6',
    'The demo model answers only when provider, key and URL are all unset, or with --demo.',
  ),

  // The run
  'runs.loop-guard': requirement(
    'ours: house §3.12.15',
    'The repeat-call guard ends a run with stopReason loop.',
  ),
  'runs.turn-limit': requirement(
    'ours: contract §2',
    'A run that never answers ends with stopReason max_iterations.',
  ),
  'runs.empty-answer': requirement('ours: contract §2', 'An empty text is never passed off as an answer.'),
  'runs.model-failure': requirement(
    'ours: promise D33',
    'A model stream that breaks off ends the run with one error; its partial text is kept.',
  ),
  'runs.tool-failure': requirement(
    'ours: engine',
    'A failing tool call is a failed tool_result, never the end of the run.',
  ),
  'runs.tools-after-clean-end': requirement(
    'ours: promise D33',
    'Tool calls are carried out only after a clean end, with schema-valid input.',
  ),
  'runs.well-formed': requirement(
    'ours: promise R13',
    'What is sent to the model is well-formed, whatever happened in the thread.',
  ),
  'runs.journal-before-frame': requirement(
    'ours: house §3.12.2',
    'A frame leaves only after its event is committed.',
  ),
  'runs.first-delta-at-once': requirement(
    'ours: house §3.12.2',
    'The first delta is committed at once, later ones every 15 ms or 2 kB.',
  ),
  'runs.task-durable-first': requirement(
    'ours: promise R13',
    'The user message is durable before the first byte of the stream.',
  ),

  // Nothing lost
  'crash.acknowledged': requirement(
    'ours: promise R13',
    'After SIGKILL at any journal boundary what was acknowledged is there, and no id that a client knows is missing or reused.',
  ),
  'crash.interrupted': requirement(
    'ours: promise R13',
    'At start a running run becomes interrupted with a terminal event, and its thread takes the next message.',
  ),
  'crash.atomic-migration': requirement(
    'ours: promise R11',
    'A migration that throws leaves the schema before it.',
  ),
  'crash.newer-schema': requirement(
    'ours: promise R10',
    'A newer schema is refused with both versions named, and nothing is written.',
  ),
  'crash.disk-full': requirement(
    'ours: promise R7',
    'A full disk answers 507 disk_full or an error event; it recovers without a restart.',
  ),
  'engine.one-per-directory': requirement(
    'ours: promise R2',
    'A second engine exits 78 with one line naming the holder; the first is unharmed; after kill -9 the next one starts.',
  ),
  'engine.drain': requirement(
    'ours: promise R3',
    'SIGTERM ends streams with error and then end, and the process leaves within 10 s.',
  ),
  'engine.boot-twice': requirement('ours: house §3.12.4', 'boot() can run twice in one process.'),

  // The command line
  'cli.run.attaches': requirement(
    'ours: house §3.12.3',
    'run attaches to the running engine, or becomes one.',
  ),
  'cli.status': requirement('ours: contract §5', 'status reports the running engine, or that there is none.'),
  'cli.exit-codes': requirement(
    'ours: contract §5',
    'Exit 0, 1 refusal, 2 usage, 78 unusable set-up with one sentence.',
  ),

  'cli.chat': requirement(
    'ours: contract §5',
    'chat does line after line in one thread; what is refused or fails is told, and the chat goes on.',
  ),
  'cli.chat.typed': requirement(
    'ours: contract §5',
    'Whoever types loses no line: what was typed before a question is a task, what is typed after it is the answer; Ctrl-C stops a run, and leaves where nothing runs.',
  ),
  'cli.config': requirement(
    'ours: contract §5',
    'config prints what holds and where it comes from; set and unset change the user file through an engine, with 1 and the reason when they are refused.',
  ),
  'page.settings': requirement(
    'ours: issue 3',
    'Settings on the page sends what was changed of the provider, keeps a key that is not given again, and names what counts over the user file.',
  ),

  // Security
  'security.host': requirement(
    'ours: promises S1, S2',
    'Another Host is refused on every route but health, before anything is parsed; loopback names and IP literals are served.',
  ),
  'security.origin': requirement(
    'ours: promises S3, S4',
    'A foreign or null Origin, and cross-site fetches, are refused on every method, without CORS headers.',
  ),
  'security.content-type': requirement('ours: promise S5', 'A body that is not JSON is 415.'),
  'security.override': requirement('ours: promise S6', 'Method overrides and forwarded headers are ignored.'),
  'security.bind': requirement(
    'ours: promise S7',
    'A bind beyond loopback without a token refuses to start.',
  ),
  'security.token': requirement(
    'ours: promises D5, D6',
    'With a token set, every route but health asks for it.',
  ),
  'security.no-store': requirement('ours: promise S12', 'Everything under /api is no-store.'),
  'security.paths': requirement('ours: promise S13', 'No spelling of a path leads out of the workspace.'),
  'security.links': requirement(
    'ours: promise S14',
    'No link leads out of the workspace, also when it is swapped in meanwhile.',
  ),
  'security.modes': requirement(
    'ours: promise S17',
    'The data directory is 0700 and its files 0600, also those that were wider.',
  ),
  'security.fuzz': requirement(
    'ours: promise S36',
    'Hostile input gets a 4xx problem, never a 5xx; the process lives and answers the next request.',
  ),
  'security.slow-senders': requirement(
    'ours: promise S40',
    'Slow senders and idle sockets are bounded; others are served.',
  ),
  'security.log-injection': requirement(
    'ours: promise S41',
    'A log line is one line, its control characters escaped.',
  ),
  'security.redaction': requirement(
    'ours: promise D9',
    'Secrets are redacted at the log sink; a malformed request body is never logged.',
  ),
  'security.faults': requirement(
    'ours: promise S45',
    'A fault in a handler fails that request with a 500 problem; the process lives.',
  ),
  'security.limits': requirement(
    'ours: promise D31',
    'Bodies above 1 MB are 413; headers, requests and sockets are limited.',
  ),
  // Specification › Model provider selection, Model profile, Authentication 8; promises R20–R23, D33
  'models.primary': requirement(
    'Endpoints › Model provider selection',
    'primary is a direct connection to the primary provider; it needs an API key.',
  ),
  'models.compat': requirement(
    'Endpoints › Model provider selection',
    'compat is any Chat Completions endpoint: api_base_url, compat_model_id, a key only where the endpoint needs one.',
  ),
  'models.custom': requirement(
    'Endpoints › Model provider selection',
    'custom is a Messages-compatible proxy; it needs api_base_url.',
  ),
  'models.cloud-hosted': requirement(
    'Endpoints › Model provider selection',
    'cloud_hosted needs an extra SDK, a service-account file, gcp_project_id and gcp_region.',
  ),
  'models.environment': requirement(
    'Endpoints › Model provider selection',
    'SVC_LLM_PROVIDER, PRIMARY_BASE_URL, COMPAT_MODEL_ID and SVC_BALANCED_MODEL are equivalents of the configuration.',
  ),
  'models.capabilities': requirement(
    'Endpoints › Model provider selection',
    'Each provider has the capabilities of the table.',
  ),
  'models.streaming': requirement(
    'Endpoints › Model provider selection',
    'primary, compat and custom chat and stream.',
  ),
  'models.tools': requirement(
    'Endpoints › Model provider selection',
    'Tools are called on primary, compat and custom.',
  ),
  'models.thinking': requirement(
    'Endpoints › Model provider selection',
    'Extended thinking is on for primary and auto-disabled for compat and custom.',
  ),
  'models.prompt-caching': requirement(
    'Endpoints › Model provider selection',
    'Prompts are cached for 1 hour on primary, 5 minutes on cloud_hosted, natively on the EU provider, otherwise not.',
  ),
  'models.switch': requirement(
    'Endpoints › Model provider selection',
    'A provider change takes effect on the next message, without a restart.',
  ),
  'models.switch.running': requirement(
    'ours: promise R23',
    'A running run ends on the provider it began with.',
  ),
  'models.balanced.default': requirement(
    'Versioning',
    'The balanced tier is the established build unless balanced_model is set.',
  ),
  'models.balanced.newer': requirement(
    'Endpoints › Model provider selection',
    'balanced_model overrides the balanced tier; the newer build has a window of 1M tokens.',
  ),
  'models.profiles': requirement(
    'Resources › Model profile',
    'A named profile has its own provider, address, key, model and context window.',
  ),
  'models.profiles.worker': requirement(
    'Resources › Model profile',
    'Interactive sessions use the top-level provider, background tasks the worker_profile.',
  ),
  'models.keys': requirement(
    'Authentication',
    'Provider credentials come from the environment, api_key or a profile, and reach only the address they belong to.',
  ),
  'models.keys.redirect': requirement(
    'ours: house §3.12.6',
    'A key never follows a redirect to another host.',
  ),
  'models.retry': requirement(
    'ours: promise R20',
    'Of 429, 529, 5xx and transport errors three more attempts are made after 2, 4, 8 s or Retry-After, 60 s at most.',
  ),
  'models.retry.never': requirement(
    'ours: promise R20',
    'Other 4xx and spending limits are not retried, and nothing is after the first delta.',
  ),
  'models.retry.abort': requirement('ours: promise R20', 'The pause before a retry can be aborted.'),
  'models.retry.event': requirement('ours: contract §2', 'A retry event tells the client.'),
  'models.stream.faults': requirement(
    'ours: promise R21',
    'A stream that errors, is cut, silent or damaged ends the run with one error, keeps its text, and calls no tool.',
  ),
  'models.stream.quirks': requirement(
    'ours: promise R22',
    'What real servers send amiss yields the right calls or a refused call, and truncated arguments are never executed.',
  ),
  'models.stream.one-end': requirement(
    'ours: promise D33',
    'However a stream is cut into pieces, its text comes whole with exactly one end.',
  ),
  'models.abort-frees-socket': requirement(
    'ours: issue 3',
    'An abort frees the socket to the provider at once.',
  ),
  'models.cost': requirement(
    'ours: issue 3',
    'Usage is priced from one table, pricing.json overrides it, and an unknown model is priced high, never free.',
  ),

  // Configuration
  'config.keys': requirement(
    'Resources › Configuration',
    'Every key of the table is accepted with its type and has its default, in every way in.',
  ),
  'config.profile-fields': requirement(
    'Resources › Model profile',
    'A model profile has provider, api_base_url, api_key, model_id and context_window.',
  ),
  'config.strict': requirement(
    'Resources › Configuration; Errors',
    'A config file with a key that the schema rejects is discarded whole.',
  ),
  'config.project.allow-list': requirement(
    'Resources › Configuration',
    'A project file may override only keys on the allow-list: exactly balanced_model and backup_schedule.',
  ),
  'config.clouddrive.user-only': requirement(
    'Resources › Configuration',
    'backup_clouddrive is decided by the user file only, by no project file and by no variable.',
  ),
  'config.schedule.inert': requirement(
    'Resources › Configuration; Versioning',
    'backup_schedule is accepted whatever it is, and read by nothing: retired keys stay in the schema.',
  ),
  'config.balanced-model': requirement(
    'Resources › Configuration',
    'balanced_model is readable and writable over GET and PUT /api/config, and may be any name.',
  ),
  'config.get.redacted': requirement(
    'Resources › Configuration',
    'GET /api/config returns the config with secrets redacted.',
  ),
  'config.put': requirement('Endpoints › HTTP API', 'PUT /api/config updates the config.'),
  'config.takes-effect': requirement(
    'Backup › When a change takes effect',
    'Through PUT at once; by hand at the next start, or earlier when anything calls PUT, which reads the whole file.',
  ),
  'config.environment': requirement(
    'Model provider selection',
    'Variables of the environment count over both files; an empty one counts as unset.',
  ),
  'config.environment.blocked': requirement(
    'ours: issue 3',
    'A variable with a value that cannot be used blocks its key: no file shines through.',
  ),
  'config.get.sources': requirement(
    'ours: contract §3',
    'GET /api/config says where each key comes from, and what is wrong with the sources.',
  ),
  'config.put.partial': requirement(
    'ours: contract §3',
    'PUT takes a partial object, null removes a key, all is validated as a whole before anything is written.',
  ),
  'config.put.invalid-file': requirement(
    'ours: contract §3',
    'PUT against a file that cannot be used is 409 config_file_invalid; with replace=true the old one is kept beside.',
  ),
  'config.put.concurrent': requirement(
    'ours: issue 3',
    'Two concurrent PUTs of different keys both survive.',
  ),
  'config.put.secrets': requirement(
    'ours: issue 3',
    'The placeholder keeps a secret, and a secret never travels to another address without being given again.',
  ),
  'config.one-table': requirement(
    'ours: house §3.4',
    'Type, schema, environment, allow-list, redaction and documentation come from one table.',
  ),
  'config.bad-file': requirement(
    'ours: promise R4',
    'Whatever is in the place of a config file, the engine starts, names it, and leaves it as it is.',
  ),
  'config.atomic': requirement(
    'ours: promise R5',
    'A rewrite of config.json leaves the old content or the new, with mode 0600, wherever it is cut off.',
  ),
  'config.hostile': requirement(
    'ours: promise S38',
    'No content of a config file crashes the engine, reaches a prototype, or lets a project send data elsewhere.',
  ),

  // Long conversations: engine notes §1.3, §1.9, §1.10, §1.12
  'runs.continuation': requirement(
    'ours: contract §2',
    'An answer that hits the output limit is gone on with, a bounded number of times; a continuation event says so.',
  ),
  'runs.ceilings': requirement(
    'ours: issue 4',
    'Iteration, time and spend ceilings are checked before each model call, with its worst case reserved.',
  ),
  'memory.tail.sealed': requirement(
    'ours: promise S31',
    'Nothing that is remembered can close the element in which it stands in a prompt.',
  ),
  'memory.tail': requirement(
    'ours: issue 4',
    'What enters a prompt from memory stands behind the cached part, which stays the same bytes.',
  ),
  'runs.compact': requirement(
    'Endpoints › HTTP API',
    'POST /api/sessions/:id/compact compacts the context window.',
  ),
  'context.compaction': requirement(
    'ours: contract §3',
    'Compaction puts a summary in the place of the earlier messages for the model; the original messages are kept.',
  ),
  'context.compaction.safe': requirement(
    'ours: promise R26',
    'A summary that fails, is empty or is not whole changes nothing.',
  ),
  'context.compaction.automatic': requirement(
    'ours: engine notes §1.10',
    'A thread that fills its window is compacted after the run, when nobody waits.',
  ),
  'context.recall': requirement(
    'ours: issue 4',
    'A tool result that was put aside can be recalled in its own thread.',
  ),
  'context.truncation': requirement(
    'ours: issue 4',
    'A conversation beyond the window is shown in part: results put aside first, then the middle left out, never a call without its result.',
  ),

  // Memory
  'memory.read': requirement(
    'Endpoints › HTTP API',
    'GET /api/memory/:ns reads a namespace; :ns is one of knowledge, methods, status, learnings.',
  ),
  'memory.replace': requirement('Endpoints › HTTP API', 'PUT /api/memory/:ns replaces namespace content.'),
  'memory.append': requirement('Endpoints › HTTP API', 'POST /api/memory/:ns/append appends.'),
  'memory.edit': requirement(
    'Endpoints › HTTP API',
    'PATCH /api/memory/:ns updates using old text and new text.',
  ),
  'memory.delete': requirement(
    'Endpoints › HTTP API',
    'DELETE /api/memory/:ns deletes entries; query parameter pattern. (ours: for good, the past included)',
  ),
  'memory.former-names': requirement(
    'Endpoints › Tool-protocol server; house §3.12.15',
    'facts, skills, context and errors mean knowledge, methods, status and learnings.',
  ),
  'memory.derived': requirement(
    'ours: contract §3',
    'The text of a namespace is derived from its entries, and comes back byte for byte.',
  ),
  'memory.history': requirement(
    'ours: direction 10',
    'What does not hold any longer is kept as history, and neither shown nor found unless asked for.',
  ),
  'memory.provenance': requirement(
    'ours: direction 10',
    'Every entry says who wrote it, in which run and thread and with which tool; a line that stays keeps it.',
  ),
  'memory.never-learned-again': requirement(
    'ours: direction 10, engine notes §9.9–10',
    'What came from memory is never recorded again, what came from elsewhere only where that is said; a repetition confirms.',
  ),
  'memory.large': requirement(
    'ours: engine notes §4.2',
    'A megabyte is written in short turns, and readers see what was before it until all of it is there.',
  ),
  'memory.search': requirement(
    'ours: contract §3',
    'GET /api/memory/search answers best first, finds typos, parts of words and scripts without spaces, always in the same order.',
  ),
  'memory.recall-score': requirement(
    'ours: direction 9',
    'Without a model, of the turns that answer a question more are among the first ten than BM25 over each turn and the one before it finds.',
  ),
  'memory.relevant': requirement(
    'ours: direction 9',
    'What belongs into a prompt about a text is bounded in number and length, and about that text.',
  ),
  'memory.tools': requirement(
    'ours: house §3.3',
    'The model can remember, recall, correct and forget; what it recalls is marked as material.',
  ),
  'security.supply': requirement(
    'ours: promise S46',
    'What is installed is locked, has no known holes and runs nothing at install time that nobody has looked at.',
  ),
  'deploy.compose': requirement(
    'ours: house §3.12.12',
    'A compose file runs the engine with a token, a read-only root, one volume, no capabilities and a health check.',
  ),
  'deploy.image': requirement(
    'ours: house §3.1',
    'The image is built from what is in the repository and does not run as root.',
  ),
  'memory.extraction': requirement(
    'ours: contract §2',
    'What the owner said in a run is remembered after `done`, never before it, unless memory_extraction is off.',
  ),
  'memory.extraction.pauses': requirement(
    'ours: engine notes §4.4',
    'A thread in which nothing is found is looked at less often, and nothing that was said is passed over.',
  ),
  'runs.side-calls': requirement(
    'ours: engine notes §1.11',
    'What summaries and extraction cost is durable and counts, whatever came of them.',
  ),
  'events.compaction': requirement(
    'ours: contract §2',
    'The first run after a summary tells of it with a `compaction` event.',
  ),
  'memory.secrets': requirement('ours: promise D9', 'What looks like a password or a key is not remembered.'),
  'security.patterns': requirement(
    'ours: promise S39',
    'Patterns and searches are literal; an empty pattern is refused, nothing is wiped by accident, nothing hostile is a 5xx.',
  ),
  'crash.memory': requirement(
    'ours: promises R5, R7',
    'A namespace that was being replaced when the process was killed or the disk was full is the old one or the new one.',
  ),

  // History, cost, metrics, the token
  'history.runs': requirement(
    'Endpoints › HTTP API',
    'GET /api/history/runs lists runs, filterable; every run that fits is there exactly once, whatever happens meanwhile.',
  ),
  'history.runs.text': requirement(
    'ours: promise S39',
    'What is searched for in tasks is taken character for character: no wildcard, no query language.',
  ),
  'history.run': requirement('Endpoints › HTTP API', 'GET /api/history/runs/:id gives run details.'),
  'history.tool-calls': requirement(
    'Endpoints › HTTP API',
    'GET /api/history/runs/:id/tool-calls gives the tool calls of a run.',
  ),
  'history.stats': requirement('Endpoints › HTTP API', 'GET /api/history/stats gives aggregated statistics.'),
  'history.cost-daily': requirement(
    'Endpoints › HTTP API',
    'GET /api/history/cost/daily breaks cost down by day; days without a run are there.',
  ),
  'history.time-zones': requirement(
    'ours: contract §3',
    'Days are those of a time zone, also where clocks are changed; a zone that is none is refused.',
  ),
  'history.deleted-threads': requirement(
    'ours: contract §3',
    'Runs of deleted threads stay in the history without their text, and what they cost counts.',
  ),
  'history.masked': requirement(
    'ours: promises S28, D9',
    'Known secrets, in any spelling, and what looks like one are masked in history and debug export.',
  ),
  'history.large': requirement(
    'ours: promise R49',
    'Reads of a long history go by indexes, in pages, and hold nothing up.',
  ),
  'threads.debug-export': requirement(
    'Endpoints › HTTP API',
    'GET /api/threads/:id/debug-export gives thread, messages, cost, tokens, cache and composition of each run, and compaction events, secrets scrubbed.',
  ),
  'auth.token': requirement(
    'Authentication',
    'GET /api/auth/token generates or retrieves an auth token: the same one ever after, also after a restart.',
  ),
  'auth.token.closes-nothing': requirement(
    'ours: house §3.12.12',
    'Retrieving a token closes nothing; beyond loopback a generated token is needed where none is given.',
  ),
  'auth.token.file': requirement(
    'ours: promises R4, D5',
    'The token is kept in a 0600 file, written atomically; a file that is none is set aside.',
  ),
  'auth.token.unseen': requirement('ours: promise S12', 'The token never stands in a log line or an export.'),
  'metrics.json': requirement('Endpoints › HTTP API', 'GET /api/metrics gives metrics.'),
  'metrics.prometheus': requirement(
    'ours: contract §1',
    'GET /metrics is valid Prometheus text: escaped, each name described once, no series twice.',
  ),
  // Issue: a conversation that lasts › prompts
  'prompts.ask': requirement(
    'States › Resumable prompt',
    'A call of ask_user persists a pending prompt with a promptId; a prompt event carries it.',
  ),
  'prompts.poll': requirement(
    'States › Resumable prompt',
    'The agent polls storage every 2 seconds and resumes on its next poll.',
  ),
  'prompts.wake-up': requirement(
    'ours: house §3.12.9',
    'A reply that this process takes wakes the waiting call at once.',
  ),
  'prompts.reply': requirement(
    'States › Resumable prompt',
    'POST /api/sessions/:id/reply answers the pending prompt that promptId names, and the agent resumes.',
  ),
  'prompts.reply.idempotent': requirement(
    'States › Resumable prompt',
    'Replying with promptId is idempotent: the same again is 200 with duplicate, and changes nothing.',
  ),
  'prompts.one-answer': requirement('ours: promise R16', 'Of many answers at once exactly one wins.'),
  'prompts.reply.refusals': requirement(
    'ours: contract §3',
    'Unknown or of another session 404, expired 410, none pending 409, an empty or unfit answer 400.',
  ),
  'prompts.expiry': requirement('States › Resumable prompt', 'A prompt expires when 24 hours have elapsed.'),
  'prompts.restart': requirement(
    'States › Resumable prompt',
    'All pending prompts expire when the engine starts again.',
  ),
  'prompts.no-client': requirement(
    'States › Resumable prompt',
    'While no client is connected the agent loop stays alive.',
  ),
  'prompts.record': requirement(
    'Resources › Prompt record',
    'GET pending-prompt gives {pending: false} or the record; timeoutMs is what is left.',
  ),
  'prompts.event': requirement(
    'Events › HTTP run stream',
    'prompt tells that the agent requests user input, with promptId; it is a numbered event like the others.',
  ),
  'prompts.one-pending': requirement('ours: contract §3', 'A session has one pending prompt at most.'),
  'prompts.abort': requirement(
    'ours: contract §3',
    'An abort, a deletion of the session or the thread, and a shutdown reach a run that waits, and expire its prompt.',
  ),
  'prompts.wait-is-no-work': requirement(
    'ours: field notes §1.3',
    'The time of waiting is waitMs of the run and no part of its duration; the cap on tool calls does not apply.',
  ),
  'prompts.clock-jumps': requirement(
    'ours: house §3.12.9',
    'A wall clock that is set forward or back neither loses nor doubles a prompt.',
  ),
  'prompts.malformed': requirement(
    'ours: field notes §2.7',
    'A question that cannot be asked is refused with instructions to the model.',
  ),
  'prompts.acknowledged': requirement(
    'ours: promise R13',
    'An answer that was acknowledged is in the thread, wherever the process dies afterwards.',
  ),
  'prompts.terminal': requirement(
    'ours: contract §5',
    'svc run shows the question; a person at the terminal answers there, anybody else is told how.',
  ),
  // Files of the agent, and text from outside
  'security.untrusted': requirement(
    'ours: promise S31, decision D25',
    'Text from outside stands in exactly one element of a prompt, which nothing in it can close, open or imitate.',
  ),
  'security.files': requirement(
    'ours: promises S13, S14',
    'Reading, editing and listing reach nothing outside of the workspace, and wait for no FIFO or device.',
  ),
  'security.linear-search': requirement(
    'ours: promise S39',
    'Searching and replacing in a file is literal and linear, whatever the text.',
  ),
  'files.read': requirement(
    'ours: promise S15',
    'read_file tells 256 KB and how to go on, refuses more than 5 MB, and shows no binary content.',
  ),
  'files.edit': requirement(
    'ours: issue 4',
    'edit_file replaces what is there exactly once, and keeps all else: bytes, line breaks, mode, owner.',
  ),
  'files.edit.atomic': requirement(
    'ours: promise R5',
    'An edit leaves the old content or the new, and never overwrites what somebody else has changed meanwhile.',
  ),
  'files.list': requirement(
    'ours: issue 4',
    'list_files tells names, types and sizes, at most 500, and what is a link without following it.',
  ),
  'files.allowance': requirement('ours: issue 4', 'One run writes at most 100 MB, all its files together.'),
} satisfies Record<string, Requirement>;

export type RequirementId = keyof typeof requirements;
