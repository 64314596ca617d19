import { heading } from './headings.ts';
import { requirement, type Requirements } from './requirement.ts';

const { httpApi, runStream } = heading;

/** Sessions, runs and their streams, and threads. */
export const ofRuns = {
  'sessions.create': requirement(httpApi, 'POST /api/sessions creates a session.'),
  'sessions.delete': requirement(httpApi, 'DELETE /api/sessions/:id deletes a session.'),
  'runs.start.stream': requirement(
    httpApi,
    'POST /api/sessions/:id/run takes {task: string} and answers with SSE.',
  ),
  'runs.abort': requirement(httpApi, 'POST /api/sessions/:id/abort aborts a running task.'),
  'runs.compact': requirement(httpApi, 'POST /api/sessions/:id/compact compacts the context window.'),
  'threads.list': requirement(httpApi, 'GET /api/threads lists threads.'),
  'threads.get': requirement(httpApi, 'GET /api/threads/:id gives thread details.'),
  'threads.rename-archive': requirement(httpApi, 'PATCH /api/threads/:id renames or archives.'),
  'threads.delete': requirement(httpApi, 'DELETE /api/threads/:id deletes the thread.'),
  'threads.messages.paged': requirement(
    httpApi,
    'GET /api/threads/:id/messages gives messages and supports pagination.',
  ),
  'threads.debug-export': requirement(
    httpApi,
    'GET /api/threads/:id/debug-export gives thread, messages, cost, tokens, cache and composition of each run, and compaction events, secrets scrubbed.',
  ),

  // Events
  'events.no-webhooks': requirement(runStream, 'There are no outbound webhooks or other event channels.'),
  'events.text': requirement(runStream, 'text carries a streamed response text chunk.'),
  'events.thinking': requirement(runStream, 'thinking carries an extended thinking summary.'),
  'events.tool_call': requirement(runStream, 'tool_call carries name and input.'),
  'events.tool_result': requirement(runStream, 'tool_result carries output and success.'),
  'events.turn_end': requirement(runStream, 'turn_end says that a turn completed.'),
  'events.changeset_ready': requirement(
    runStream,
    'changeset_ready says that file changes wait for accept or rollback, with the runId that the review must send back.',
  ),
  'events.done': requirement(runStream, 'done says that the run completed.'),
  'events.error': requirement(runStream, 'error says that an error occurred.'),

  // Ours: streams
  'streams.numbered': requirement(
    'ours: contract',
    'Frames carry id from 1 without gaps, event, and one data line; no frame is split over two writes.',
  ),
  'streams.run-id': requirement('ours: contract', 'The run stream carries Svc-Run-Id.'),
  'streams.one-terminal': requirement('ours: contract', 'Exactly one of done and error ends every stream.'),
  'streams.replay': requirement(
    'ours: contract',
    'GET /api/runs/:runId/events gives the same events again, from Last-Event-ID or ?after=, live or ended.',
  ),
  'streams.disconnect': requirement(
    ['ours: contract', 'ours: promise R14'],
    'Losing the connection never stops a run.',
  ),
  'streams.slow-readers': requirement(
    ['ours: contract', 'ours: promise R15'],
    'Slow readers are bounded in memory and do not hold up the run.',
  ),
  'streams.heartbeat': requirement('ours: contract', 'A comment heartbeat every 15 s.'),
  'streams.headers': requirement(
    'ours: contract',
    'no-store, no-transform, X-Accel-Buffering: no, headers flushed at once.',
  ),
  'streams.nasty-text': requirement(
    'ours: promise S42',
    'Text with line breaks, event lines, NUL and lone surrogates arrives as one event, intact.',
  ),

  // Ours: sessions and runs
  'sessions.unknown-thread': requirement('ours: contract', 'An unknown threadId is 404.'),
  'threads.deleted-meanwhile': requirement(
    'ours: behaviour',
    'What is asked of a thread while it is deleted is done before or refused as not there; it is no fault of the engine.',
  ),
  'sessions.delete.keeps-thread': requirement(
    'ours: contract',
    'DELETE aborts a run in flight and keeps the thread.',
  ),
  'runs.busy': requirement(
    'ours: contract',
    'A second run in a busy session is 409 run_in_progress with runId.',
  ),
  'runs.abort.shape': requirement(
    'ours: contract',
    'Abort is 202 {requested, runId}, its stream ends done with stopReason aborted; nothing running is 409 not_running.',
  ),
  'runs.demo': requirement(
    'ours: contract',
    'No provider configured is no error: the demo model answers and says so.',
  ),
  'runs.demo.only-unset': requirement(
    'ours: behaviour',
    'The demo model answers only when provider, key and URL are all unset, or with --demo.',
  ),
  'runs.loop-guard': requirement('ours: behaviour', 'The repeat-call guard ends a run with stopReason loop.'),
  'runs.turn-limit': requirement(
    'ours: contract',
    'A run that never answers ends with stopReason max_iterations.',
  ),
  'runs.empty-answer': requirement('ours: contract', 'An empty text is never passed off as an answer.'),
  'runs.model-failure': requirement(
    'ours: promise D33',
    'A model stream that breaks off ends the run with one error; its partial text is kept.',
  ),
  'runs.tool-failure': requirement(
    'ours: behaviour',
    'A failing tool call is a failed tool_result, never the end of the run.',
  ),
  'runs.tool-hangs': requirement(
    'ours: promise R24',
    'A tool that hangs is given up after its time, and an abort does not wait for it.',
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
    'ours: behaviour',
    'A frame leaves only after its event is committed.',
  ),
  'runs.first-delta-at-once': requirement(
    'ours: behaviour',
    'The first delta is committed at once, later ones every 15 ms or 2 kB.',
  ),
  'runs.task-durable-first': requirement(
    'ours: promise R13',
    'The user message is durable before the first byte of the stream.',
  ),

  // Ours: long conversations, engine notes §1.3, §1.9, §1.10, §1.12
  'runs.continuation': requirement(
    'ours: contract',
    'An answer that hits the output limit is gone on with, a bounded number of times; a continuation event says so.',
  ),
  'runs.ceilings': requirement(
    'ours: behaviour',
    'Iteration, time and spend ceilings are checked before each model call, with its worst case reserved.',
  ),
  'context.compaction': requirement(
    'ours: contract',
    'Compaction puts a summary in the place of the earlier messages for the model; the original messages are kept.',
  ),
  'context.compaction.safe': requirement(
    'ours: promise R26',
    'A summary that fails, is empty, is not whole or is no shorter changes nothing.',
  ),
  'context.compaction.automatic': requirement(
    'ours: behaviour',
    'A thread that fills its window is compacted after the run, not while its owner waits, and before anything is left out.',
  ),
  'context.occupied': requirement(
    'ours: behaviour',
    'How full a window is follows from the thread, never from what a call with several prompts was billed for.',
  ),
  'context.recall': requirement(
    'ours: behaviour',
    'A tool result that was put aside can be recalled in its own thread.',
  ),
  'context.truncation': requirement(
    'ours: behaviour',
    'A conversation beyond the window is shown in part: results put aside first, then the middle left out, never a call without its result.',
  ),

  'events.compaction': requirement(
    'ours: contract',
    'The first run that begins after a summary tells of it with a `compaction` event, and no other does.',
  ),
  'runs.cost.killed': requirement(
    'ours: behaviour',
    'What a model call may have cost whose process died counts, at its most, for the run, the sub-agent or the side call that made it.',
  ),
  'runs.ceilings.searches': requirement(
    'ours: behaviour',
    'Before a call in which the provider may search by itself, all its searches are reserved; where a ceiling has no room, fewer or none are offered.',
  ),
  'runs.side-calls': requirement(
    'ours: behaviour',
    'What summaries and extraction cost is durable and counts, whatever came of them.',
  ),

  // Ours: sub-agents
  'agents.parallel': requirement(
    'ours: behaviour',
    'Sub-agents of one call work at the same time; each comes back in a section that names the model which ran.',
  ),
  'agents.limits': requirement('ours: behaviour', 'At most ten sub-agents are at work in a run.'),
  'agents.one-level': requirement(
    'ours: behaviour',
    'A sub-agent has the tools of its role, or some of them, and starts no others.',
  ),
  'agents.budget': requirement(
    'ours: behaviour',
    'What sub-agents may cost is reserved before the first begins; beyond a ceiling none does.',
  ),
  'agents.cost': requirement(
    'ours: behaviour',
    'What sub-agents cost is a cost of their run, its thread, the day and the ceilings.',
  ),
  'agents.ends': requirement(
    'ours: behaviour',
    'Turns, budget, time, silence, failure and abort are each told apart; when none answers the call has failed.',
  ),
  'agents.abort': requirement(
    'ours: behaviour',
    'Aborting a run, or deleting its session, ends its sub-agents and no others.',
  ),
  'agents.crash': requirement(
    'ours: promise R13',
    'After a crash sub-agents end with their run, and nothing of their work is done again.',
  ),
  'agents.time': requirement(
    'ours: behaviour',
    'A sub-agent works for ten minutes at most, without the time in which a person was waited for.',
  ),
  'agents.questions': requirement(
    'ours: behaviour',
    'A question that a call of a sub-agent raises reaches the owner of its run.',
  ),
  'agents.fast': requirement(
    'ours: behaviour',
    'Simple roles run on the fast model of the provider of their run, where one is known; what ran is what is told and priced.',
  ),
  'agents.changes': requirement(
    'ours: behaviour',
    'What a sub-agent changes in files belongs to the set of its run.',
  ),
  'agents.history': requirement(
    'ours: behaviour',
    'Calls of a sub-agent stand in the history of its run, under its name.',
  ),
  'agents.material': requirement(
    'ours: promise S31',
    'What a sub-agent says is told as untrusted, and so is the context that it is given.',
  ),
  'events.subagent': requirement(
    'ours: contract',
    'subagent tells when a sub-agent begins, what it calls, what came of it, and how it ended.',
  ),

  // Ours: a thread without its sessions
  'threads.activity': requirement(
    'ours: contract',
    'A thread carries activeRunId, pendingChangeset and pendingPrompt, each or null, whichever client has started the run.',
  ),
  'threads.by-thread': requirement(
    'ours: contract',
    'Abort, changeset, review and reply exist by thread too, and answer as those by session do.',
  ),
  'runs.abort.named': requirement(
    'ours: behaviour',
    'An abort that names its run is 409 not_running where another one runs by now.',
  ),
  'threads.changesets.reachable': requirement(
    'ours: behaviour',
    'The changes of a thread are one set, whichever sessions made them: it can be seen and reviewed by any of them and by the thread.',
  ),

  // Ours: the command line and the page
  'cli.run.attaches': requirement('ours: behaviour', 'run attaches to the running engine, or becomes one.'),
  'cli.no-input': requirement(
    'ours: behaviour',
    'Without a terminal, or with --no-input, questions of a run are declined at once, and consent is not given; --wait waits.',
  ),
  'cli.task': requirement(
    'ours: behaviour',
    'The words of a task need no quotes, - reads it from stdin, and an empty one is refused in words.',
  ),
  'cli.install': requirement(
    'ours: behaviour',
    'make install, or npm link, puts svc on the path, from a fresh clone.',
  ),
  'cli.help': requirement(
    'ours: contract',
    'svc help prints the help, and svc help <command> that of a command.',
  ),
  'cli.looks': requirement(
    'ours: behaviour',
    'What only looks, or sets something, begins no database and no key where there were none.',
  ),
  'cli.run.why': requirement('ours: behaviour', 'The terminal tells why the engine has ended a run early.'),
  'cli.status': requirement(
    'ours: contract',
    'status reports the running engine, or with 1 that there is none.',
  ),
  'cli.exit-codes': requirement(
    'ours: contract',
    'Exit 0, 1 refusal, 2 usage, 78 unusable set-up with one sentence.',
  ),
  'cli.chat': requirement(
    'ours: contract',
    'chat does line after line in one thread; what is refused or fails is told, and the chat goes on.',
  ),
  'cli.chat.typed': requirement(
    'ours: contract',
    'No typed line is lost: what was typed before a question is a task, what is typed after it is the answer; Ctrl-C stops a run, and leaves where nothing runs.',
  ),
  'cli.chat.paste': requirement(
    'ours: behaviour',
    'What is pasted into a chat is one task or one answer, whatever lines it has, sent with the next Enter.',
  ),
  'cli.config': requirement(
    'ours: contract',
    'config prints what holds and where it comes from; set and unset change the user file through an engine, with 1 and the reason when they are refused.',
  ),
  'cli.changes': requirement(
    ['ours: contract', 'ours: behaviour'],
    'changes lists what all runs have changed, as diffs that cannot steer a terminal; keep and undo review it by thread, by file or all of it.',
  ),
  'cli.changes.all': requirement(
    'ours: behaviour',
    'changes undo all takes everything back in one call, whichever threads have changed the same files in whatever order; a thread that cannot be listed or reviewed is told, and keeps no other back.',
  ),
  'cli.changes.run': requirement(
    'ours: behaviour',
    'changes names the run of each set of changes; keep and undo with --run decide nothing once a later run has taken the set over.',
  ),
  'page.settings': requirement(
    'ours: behaviour',
    'Settings on the page sends what was changed of the provider, keeps a key that is not given again, and names what counts over the user file.',
  ),
} satisfies Requirements;
