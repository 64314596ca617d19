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
  'threads.get': requirement(httpApi, 'GET /api/threads/:id returns thread details.'),
  'threads.rename-archive': requirement(httpApi, 'PATCH /api/threads/:id renames or archives.'),
  'threads.delete': requirement(httpApi, 'DELETE /api/threads/:id deletes the thread.'),
  'threads.messages.paged': requirement(
    httpApi,
    'GET /api/threads/:id/messages returns messages and supports pagination.',
  ),
  'threads.debug-export': requirement(
    httpApi,
    'GET /api/threads/:id/debug-export returns thread, messages, cost, tokens, cache and composition of each run, and compaction events, secrets scrubbed.',
  ),

  // What a model is offered
  'tools.offer': requirement(
    'ours: contract',
    'A model is offered a small core of tools, and the families and tool servers that its conversation, its task or its owner asks for, within tools_share of its window (by default a quarter; of a small one up to 0.4, but no more than 3,200 tokens); a run that leaves out what its conversation needs, or what a tool server has, tells in tools_offered what was offered and what was left out.',
  ),
  'tools.offer.find': requirement(
    'ours: contract',
    'find_tools finds tools by words, by family or by server, and loads them for its conversation from the next turn on; a tool that is called without having been offered is carried out as any other.',
  ),
  'tools.offer.tasks': requirement(
    'ours: behaviour',
    'Tasks that name what they are about, in English or German, have their tools from the first turn on, with a window of 8,192 tokens, too.',
  ),
  'tools.offer.small': requirement(
    'ours: behaviour',
    'With the usual tools, a greeting takes at most 3,000 tokens before the first word, whatever the window.',
  ),
  'runs.overflow': requirement(
    'ours: contract',
    'A conversation that a provider refuses for its length goes on in the same run: its window is learnt, what came before the run is summarised in pieces that fit, and what still does not fit is shortened with a mark; the run tells so in an event of the type retry with the code context_overflow.',
  ),
  'runs.window-too-small': requirement(
    'ours: contract',
    'A run whose instructions and tools leave no room in the window ends with context_overflow, and says what each takes.',
  ),

  // Events
  'events.no-webhooks': requirement(runStream, 'There are no outbound webhooks or other event channels.'),
  'events.text': requirement(runStream, 'text carries a streamed response text chunk.'),
  'events.thinking': requirement(runStream, 'thinking carries an extended thinking summary.'),
  'events.tool_call': requirement(runStream, 'tool_call carries name and input.'),
  'events.tool_result': requirement(runStream, 'tool_result carries output and success.'),
  'events.turn_end': requirement(runStream, 'turn_end reports that a turn completed.'),
  'events.changeset_ready': requirement(
    runStream,
    'changeset_ready reports that file changes wait for accept or rollback, with the runId that the review must send back.',
  ),
  'events.done': requirement(runStream, 'done reports that the run completed.'),
  'events.error': requirement(runStream, 'error reports that an error occurred.'),

  // Ours: streams
  'streams.numbered': requirement(
    'ours: contract',
    'Frames carry id from 1 without gaps (a loss of power aside), event, and one data line; no frame is split over two writes.',
  ),
  'runs.power': requirement(
    ['ours: promise R13', 'ours: promise D12'],
    'Streamed text and calls that only read wait for no sync; after a loss of power no event id is told twice, and a replay shows the gap as replay_unavailable.',
  ),
  'streams.run-id': requirement('ours: contract', 'The run stream carries Svc-Run-Id.'),
  'streams.one-terminal': requirement('ours: contract', 'Exactly one of done and error ends every stream.'),
  'streams.replay': requirement(
    'ours: contract',
    'GET /api/runs/:runId/events replays the same events, from Last-Event-ID or ?after=, live or ended.',
  ),
  'streams.disconnect': requirement(
    ['ours: contract', 'ours: promise R14'],
    'Losing the connection never stops a run.',
  ),
  'streams.slow-readers': requirement(
    ['ours: contract', 'ours: promise R15'],
    'Slow readers use bounded memory and do not block the run.',
  ),
  'streams.heartbeat': requirement('ours: contract', 'The stream sends a comment heartbeat every 15 s.'),
  'streams.headers': requirement(
    'ours: contract',
    'Streams are sent with no-store, no-transform and X-Accel-Buffering: no, and headers are flushed at once.',
  ),
  'streams.nasty-text': requirement(
    'ours: promise S42',
    'Text with line breaks, event lines, NUL and lone surrogates arrives as one event, intact.',
    'long',
  ),

  // Ours: sessions and runs
  'sessions.unknown-thread': requirement('ours: contract', 'An unknown threadId is 404.'),
  'threads.deleted-meanwhile': requirement(
    'ours: behaviour',
    'A request to a thread during its deletion completes first or is refused as not found; it never causes an engine fault.',
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
    'Without a configured provider the demo model answers and says so; there is no error.',
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
  'runs.empty-answer': requirement('ours: contract', 'An empty text is never presented as an answer.'),
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
    'A hanging tool is abandoned after its time limit, and an abort does not wait for it.',
  ),
  'runs.tools-after-clean-end': requirement(
    'ours: promise D33',
    'Tool calls run only after a clean end, with schema-valid input.',
  ),
  'runs.well-formed': requirement(
    'ours: promise R13',
    'Requests to the model are well-formed, whatever happened in the thread.',
  ),
  'runs.journal-before-frame': requirement(
    'ours: behaviour',
    'A frame is sent only after its event is committed.',
  ),
  'runs.first-delta-at-once': requirement(
    'ours: behaviour',
    'The first delta is committed at once, later ones every 15 ms or 2 kB.',
  ),
  'runs.task-durable-first': requirement(
    'ours: promise R13',
    'The user message is durable before the first byte of the stream.',
    'long',
  ),

  // Ours: long conversations
  'runs.continuation': requirement(
    'ours: contract',
    'An answer that hits the output limit is continued a bounded number of times, and once if it has no word; a continuation event says so.',
  ),
  'runs.decoded-input': requirement(
    'ours: behaviour',
    'Arguments that are JSON in a text where the schema wants a value are decoded if that makes them valid, and only then.',
  ),
  'runs.ceilings': requirement(
    'ours: behaviour',
    'Iteration, time and spend ceilings are checked before each model call, with its worst case reserved.',
  ),
  'context.compaction': requirement(
    'ours: contract',
    'Compaction replaces the earlier messages with a summary for the model; the original messages are kept.',
  ),
  'context.compaction.safe': requirement(
    'ours: promise R26',
    'A summary that fails, is empty, incomplete or no shorter changes nothing.',
  ),
  'context.compaction.automatic': requirement(
    'ours: behaviour',
    'A thread that fills its window is compacted after the run, without keeping its owner waiting, and before anything is left out.',
  ),
  'context.occupied': requirement(
    'ours: behaviour',
    'The fill level of a window is computed from the thread, never from the bill of a call with several prompts.',
  ),
  'context.recall': requirement(
    'ours: behaviour',
    'An elided tool result can be recalled in its own thread.',
  ),
  'context.truncation': requirement(
    'ours: behaviour',
    'A conversation beyond the window is shown in part: tool results are elided first, then the middle, never a call without its result.',
  ),

  'events.compaction': requirement(
    'ours: contract',
    'Only the first run that begins after a summary reports it with a `compaction` event.',
  ),
  'runs.cost.killed': requirement(
    'ours: behaviour',
    'A model call whose process died counts at its worst-case cost, for the run, sub-agent or side call that made it.',
  ),
  'runs.resume': requirement(
    'ours: behaviour',
    'A run that asked for it goes on after a restart of the engine: finished calls are not repeated, and one that may have had an effect is made again only when its owner says so.',
  ),
  'runs.effects.proven': requirement(
    'ours: behaviour',
    'A tool is declared as reading or idempotent only where a test proves that another call of it changes nothing, whatever was done in between.',
  ),
  'runs.cost.estimated': requirement(
    ['ours: contract', 'ours: behaviour'],
    'Beside the cost of a turn, a run and the model of the status, `priceKnown` says whether it is an amount or an estimate.',
  ),
  'runs.cost.unknown': requirement(
    'ours: behaviour',
    'Where nobody has told the price of a model, the cost of what it did is told as unknown on every surface; a careful guess counts for the ceilings.',
  ),
  'runs.told-moment': requirement(
    'ours: behaviour',
    'Every request of a run ends with the day, the time and the time zone of its beginning; a replay is sent the same.',
  ),
  'context.message-cut': requirement(
    'ours: behaviour',
    'An owner whose message alone is longer than the window of the model is told, once in a run and in the thread, how much of it the model does not see.',
  ),
  'runs.ceilings.searches': requirement(
    'ours: behaviour',
    'Before a call in which the provider may search by itself, all its searches are reserved; where a ceiling lacks room, fewer or none are offered.',
  ),
  'runs.side-calls': requirement(
    'ours: behaviour',
    'The cost of summaries and extraction is durable and counts, whatever their outcome.',
  ),

  // Ours: sub-agents
  'agents.parallel': requirement(
    'ours: behaviour',
    'Sub-agents of one call work in parallel; each result is in its own section, which names the model that ran.',
  ),
  'agents.limits': requirement('ours: behaviour', 'At most ten sub-agents work in a run at a time.'),
  'agents.one-level': requirement(
    'ours: behaviour',
    'A sub-agent has some or all of the tools of its role, and cannot start others.',
  ),
  'agents.budget': requirement(
    'ours: behaviour',
    'The budgets of sub-agents are reserved before the first begins; beyond a ceiling none begins.',
  ),
  'agents.cost': requirement(
    'ours: behaviour',
    'The cost of sub-agents counts for their run, its thread, the day and the ceilings.',
  ),
  'agents.ends': requirement(
    'ours: behaviour',
    'The result tells turns, budget, time, silence, failure and abort apart; when no sub-agent answers, the call has failed.',
  ),
  'agents.abort': requirement(
    'ours: behaviour',
    'Aborting a run, or deleting its session, ends only its own sub-agents.',
  ),
  'agents.crash': requirement(
    'ours: promise R13',
    'After a crash, sub-agents end with their run, and none of their work is repeated.',
  ),
  'agents.time': requirement(
    'ours: behaviour',
    'A sub-agent works for at most ten minutes, not counting time spent waiting for a person.',
  ),
  'agents.questions': requirement(
    'ours: behaviour',
    'A question raised by a call of a sub-agent reaches the owner of its run.',
  ),
  'agents.fast': requirement(
    'ours: behaviour',
    "Simple roles run on the fast model of their run's provider, where one is known; the model that ran is reported and priced.",
  ),
  'agents.changes': requirement(
    'ours: behaviour',
    'File changes by a sub-agent belong to the changeset of its run.',
  ),
  'agents.history': requirement(
    'ours: behaviour',
    'Calls of a sub-agent appear in the history of its run, under its name.',
  ),
  'agents.material': requirement(
    'ours: promise S31',
    'The answer of a sub-agent is marked untrusted, and so is the context that it receives.',
  ),
  'events.tool_progress': requirement(
    'ours: behaviour',
    'Who follows a run sees how far a call is, at most twice a second; nothing of that is stored.',
  ),
  'events.subagent': requirement(
    'ours: contract',
    'subagent reports when a sub-agent begins, what it calls, the results, and how it ended.',
  ),

  // Ours: a thread without its sessions
  'threads.activity': requirement(
    'ours: contract',
    'A thread carries activeRunId, pendingChangeset and pendingPrompt, each possibly null, whichever client started the run.',
  ),
  'threads.by-thread': requirement(
    'ours: contract',
    'Abort, changeset, review and reply also exist by thread, and answer as those by session do.',
  ),
  'runs.abort.named': requirement(
    'ours: behaviour',
    'An abort that names a run is 409 not_running when another run has replaced it.',
  ),
  'threads.changesets.reachable': requirement(
    'ours: behaviour',
    'The changes of a thread are one set, whichever sessions made them: any of them can view and review it, and so can the thread.',
  ),

  // Ours: the command line and the page
  'cli.run.attaches': requirement(
    'ours: behaviour',
    'run attaches to the running engine, or becomes one.',
    'long',
  ),
  'cli.no-input': requirement(
    'ours: behaviour',
    'Without a terminal, or with --no-input, questions of a run are declined at once, and consent is denied; --wait waits.',
    'long',
  ),
  'cli.task': requirement(
    'ours: behaviour',
    'A task needs no quotes, - reads it from stdin, and an empty one is refused with a message.',
    'long',
  ),
  'cli.names': requirement(
    'ours: behaviour',
    'A command takes a whole name in the place of an id, in any capitals; one that only shows takes a part of a name that only one has. Where several fit, or a part would change something, those that fit are listed, and nothing is done.',
    'long',
  ),
  'cli.install': requirement(
    'ours: behaviour',
    'make install, or npm link, puts svc on the path, from a fresh clone.',
    'long',
  ),
  'cli.help': requirement(
    'ours: contract',
    'svc help prints the help, and svc help <command> the help of a command.',
    'long',
  ),
  'cli.looks': requirement(
    'ours: behaviour',
    'A command that only reads or changes settings creates no database and no key.',
    'long',
  ),
  'cli.run.why': requirement('ours: behaviour', 'The terminal says why the engine ended a run early.'),
  'cli.status': requirement(
    'ours: contract',
    'status reports the running engine, or exits 1 when there is none.',
    'long',
  ),
  'cli.exit-codes': requirement(
    'ours: contract',
    'Exit codes are 0, 1 for a refusal, 2 for usage, and 78 for an unusable set-up, with one sentence.',
    'long',
  ),
  'cli.chat': requirement(
    'ours: contract',
    'chat runs line after line in one thread; it reports refusals and failures and goes on.',
    'long',
  ),
  'cli.chat.typed': requirement(
    'ours: contract',
    'No typed line is lost: text typed before a question is a task, text typed after it is the answer; Ctrl-C stops a run, and exits when nothing runs.',
    'long',
  ),
  'cli.chat.paste': requirement(
    'ours: behaviour',
    'Text pasted into a chat is one task or one answer, however many lines it has, and is sent with the next Enter.',
    'long',
  ),
  'cli.config': requirement(
    'ours: contract',
    'config prints the values in effect and their sources; set and unset change the user file through an engine, and exit 1 with the reason when refused.',
    'long',
  ),
  'cli.changes': requirement(
    ['ours: contract', 'ours: behaviour'],
    'changes lists the changes of all runs as diffs that cannot send control sequences to a terminal; keep and undo review them by thread, by file or all at once.',
    'long',
  ),
  'cli.changes.all': requirement(
    'ours: behaviour',
    'changes undo all rolls everything back in one call, whichever threads changed the same files in whatever order; a thread that cannot be listed or reviewed is reported and does not block the others.',
    'long',
  ),
  'cli.changes.run': requirement(
    'ours: behaviour',
    'changes names the run of each changeset; keep and undo with --run change nothing once a later run has taken the set over.',
    'long',
  ),
  'page.settings': requirement(
    'ours: behaviour',
    'Settings on the page sends only the changed provider fields, keeps a key that is not entered, and names what overrides the user file.',
  ),
} satisfies Requirements;
