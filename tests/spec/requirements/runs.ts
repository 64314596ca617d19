import { heading } from './headings.ts';
import { long, quick, type Requirements } from './requirement.ts';

const { httpApi, runStream } = heading;

/** Sessions, runs and their streams, and threads. */
export const ofRuns = [
  quick(httpApi, {
    'sessions.create': 'POST /api/sessions creates a session.',
    'sessions.delete': 'DELETE /api/sessions/:id deletes a session.',
    'runs.start.stream': 'POST /api/sessions/:id/run takes {task: string} and answers with SSE.',
    'runs.abort': 'POST /api/sessions/:id/abort aborts a running task.',
    'runs.compact': 'POST /api/sessions/:id/compact compacts the context window.',
    'threads.list': 'GET /api/threads lists threads.',
    'threads.get': 'GET /api/threads/:id returns thread details.',
    'threads.rename-archive': 'PATCH /api/threads/:id renames or archives.',
    'threads.delete': 'DELETE /api/threads/:id deletes the thread.',
    'threads.messages.paged': 'GET /api/threads/:id/messages returns messages and supports pagination.',
    'threads.debug-export':
      'GET /api/threads/:id/debug-export returns thread, messages, cost, tokens, cache and composition of each run, and compaction events, secrets scrubbed.',
  }),

  // What a model is offered
  quick('ours: contract', {
    'tools.offer':
      'A model is offered a small core of tools, and the families and tool servers that its conversation, its task or its owner asks for, within tools_share of its window (by default a quarter); where what is needed does not fit in full, it is shown briefly, and a call with wrong input is answered with what the fields that are wrong take in full; a run that leaves out what its conversation needs, or what a tool server has, tells in tools_offered what was offered and what was left out.',
    'tools.offer.find':
      'find_tools finds tools by words, by family or by server, and loads them for its conversation from the next turn on; a tool that is called without having been offered is carried out as any other.',
    'runs.overflow':
      'A conversation that a provider refuses for its length goes on in the same run: its window is learnt, what came before the run is summarised in pieces that fit, and what still does not fit is shortened with a mark; the run tells so in an event of the type retry with the code context_overflow.',
    'runs.window-too-small':
      'A run whose instructions and tools leave no room in the window ends with context_overflow, and says what each takes.',
  }),
  quick('ours: behaviour', {
    'tools.offer.tasks':
      'Tasks that name what they are about, in English or German, have their tools from the first turn on, with a window of 8,192 tokens, too.',
    'tools.offer.small':
      'With the usual tools, a greeting takes at most 3,000 tokens before the first word, whatever the window.',
  }),

  // Events
  quick(runStream, {
    'events.no-webhooks': 'There are no outbound webhooks or other event channels.',
    'events.text': 'text carries a streamed response text chunk.',
    'events.thinking': 'thinking carries an extended thinking summary.',
    'events.tool_call': 'tool_call carries name and input.',
    'events.tool_result': 'tool_result carries output and success.',
    'events.turn_end': 'turn_end reports that a turn completed.',
    'events.changeset_ready':
      'changeset_ready reports that file changes wait for accept or rollback, with the runId that the review must send back.',
    'events.done': 'done reports that the run completed.',
    'events.error': 'error reports that an error occurred.',
  }),

  // Ours: streams
  quick('ours: contract', {
    'streams.numbered':
      'Frames carry id from 1 without gaps (a loss of power aside), event, and one data line; no frame is split over two writes.',
    'streams.run-id': 'The run stream carries Svc-Run-Id.',
    'streams.one-terminal': 'Exactly one of done and error ends every stream.',
    'streams.replay':
      'GET /api/runs/:runId/events replays the same events, from Last-Event-ID or ?after=, live or ended.',
    'streams.heartbeat': 'The stream sends a comment heartbeat every 15 s.',
    'streams.headers':
      'Streams are sent with no-store, no-transform and X-Accel-Buffering: no, and headers are flushed at once.',
  }),
  quick(['ours: promise R13', 'ours: promise D12'], {
    'runs.power':
      'Streamed text and calls that only read wait for no sync; after a loss of power no event id is told twice, and a replay shows the gap as replay_unavailable.',
  }),
  quick(['ours: contract', 'ours: promise R14'], {
    'streams.disconnect': 'Losing the connection never stops a run.',
  }),
  quick(['ours: contract', 'ours: promise R15'], {
    'streams.slow-readers': 'Slow readers use bounded memory and do not block the run.',
  }),
  long('ours: promise S42', {
    'streams.nasty-text':
      'Text with line breaks, event lines, NUL and lone surrogates arrives as one event, intact.',
  }),

  // Ours: sessions and runs
  quick('ours: contract', {
    'sessions.unknown-thread': 'An unknown threadId is 404.',
    'sessions.delete.keeps-thread': 'DELETE aborts a run in flight and keeps the thread.',
    'runs.busy': 'A second run in a busy session is 409 run_in_progress with runId.',
    'runs.abort.shape':
      'Abort is 202 {requested, runId}, its stream ends done with stopReason aborted; nothing running is 409 not_running.',
    'runs.demo': 'Without a configured provider the demo model answers and says so; there is no error.',
    'runs.turn-limit': 'A run that never answers ends with stopReason max_iterations.',
    'runs.empty-answer': 'An empty text is never presented as an answer.',
  }),
  quick('ours: behaviour', {
    'threads.deleted-meanwhile':
      'A request to a thread during its deletion completes first or is refused as not found; it never causes an engine fault.',
    'runs.demo.only-unset':
      'The demo model answers only when provider, key and URL are all unset, or with --demo.',
    'runs.loop-guard': 'The repeat-call guard ends a run with stopReason loop.',
    'runs.tool-failure': 'A failing tool call is a failed tool_result, never the end of the run.',
    'runs.journal-before-frame': 'A frame is sent only after its event is committed.',
    'runs.first-delta-at-once': 'The first delta is committed at once, later ones every 15 ms or 2 kB.',
  }),
  quick('ours: promise D33', {
    'runs.model-failure':
      'A model stream that breaks off ends the run with one error; its partial text is kept.',
    'runs.tools-after-clean-end': 'Tool calls run only after a clean end, with schema-valid input.',
  }),
  quick('ours: promise R24', {
    'runs.tool-hangs': 'A hanging tool is abandoned after its time limit, and an abort does not wait for it.',
  }),
  quick('ours: promise R13', {
    'runs.well-formed': 'Requests to the model are well-formed, whatever happened in the thread.',
  }),
  long('ours: promise R13', {
    'runs.task-durable-first': 'The user message is durable before the first byte of the stream.',
  }),

  // Ours: long conversations
  quick('ours: contract', {
    'runs.continuation':
      'An answer that hits the output limit is continued a bounded number of times, and once if it has no word; a continuation event says so.',
    'context.compaction':
      'Compaction replaces the earlier messages with a summary for the model; the original messages are kept.',
    'events.compaction':
      'Only the first run that begins after a summary reports it with a `compaction` event.',
  }),
  quick('ours: behaviour', {
    'runs.decoded-input':
      'Arguments that are JSON in a text where the schema wants a value are decoded if that makes them valid, and only then.',
    'runs.ceilings':
      'Iteration, time and spend ceilings are checked before each model call, with its worst case reserved.',
    'context.compaction.automatic':
      'A thread that fills its window is compacted after the run, without keeping its owner waiting, and before anything is left out.',
    'context.occupied':
      'The fill level of a window is computed from the thread, never from the bill of a call with several prompts.',
    'context.recall': 'An elided tool result can be recalled in its own thread.',
    'context.truncation':
      'A conversation beyond the window is shown in part: tool results are elided first, then the middle, never a call without its result.',
    'runs.cost.killed':
      'A model call whose process died counts at its worst-case cost, for the run, sub-agent or side call that made it.',
    'runs.resume':
      'A run that asked for it goes on after a restart of the engine: finished calls are not repeated, and one that may have had an effect is made again only when its owner says so.',
    'runs.effects.proven':
      'A tool is declared as reading or idempotent only where a test proves that another call of it changes nothing, whatever was done in between.',
    'runs.cost.unknown':
      'Where nobody has told the price of a model, the cost of what it did is told as unknown on every surface; a careful guess counts for the ceilings.',
    'runs.told-moment':
      'Every request of a run ends with the day, the time and the time zone of its beginning; a replay is sent the same.',
    'context.message-cut':
      'An owner whose message alone is longer than the window of the model is told, once in a run and in the thread, how much of it the model does not see.',
    'runs.ceilings.searches':
      'Before a call in which the provider may search by itself, all its searches are reserved; where a ceiling lacks room, fewer or none are offered.',
    'runs.side-calls': 'The cost of summaries and extraction is durable and counts, whatever their outcome.',
  }),
  quick('ours: promise R26', {
    'context.compaction.safe': 'A summary that fails, is empty, incomplete or no shorter changes nothing.',
  }),
  quick(['ours: contract', 'ours: behaviour'], {
    'runs.cost.estimated':
      'Beside the cost of a turn, a run and the model of the status, `priceKnown` says whether it is an amount or an estimate.',
  }),

  // Ours: sub-agents
  quick('ours: behaviour', {
    'agents.parallel':
      'Sub-agents of one call work in parallel; each result is in its own section, which names the model that ran.',
    'agents.limits': 'At most ten sub-agents work in a run at a time.',
    'agents.one-level': 'A sub-agent has some or all of the tools of its role, and cannot start others.',
    'agents.budget':
      'The budgets of sub-agents are reserved before the first begins; beyond a ceiling none begins.',
    'agents.cost': 'The cost of sub-agents counts for their run, its thread, the day and the ceilings.',
    'agents.ends':
      'The result tells turns, budget, time, silence, failure and abort apart; when no sub-agent answers, the call has failed.',
    'agents.abort': 'Aborting a run, or deleting its session, ends only its own sub-agents.',
    'agents.time': 'A sub-agent works for at most ten minutes, not counting time spent waiting for a person.',
    'agents.questions': 'A question raised by a call of a sub-agent reaches the owner of its run.',
    'agents.fast':
      "Simple roles run on the fast model of their run's provider, where one is known; the model that ran is reported and priced.",
    'agents.changes': 'File changes by a sub-agent belong to the changeset of its run.',
    'agents.history': 'Calls of a sub-agent appear in the history of its run, under its name.',
    'events.tool_progress':
      'Who follows a run sees how far a call is, at most twice a second; nothing of that is stored.',
  }),
  quick('ours: promise R13', {
    'agents.crash': 'After a crash, sub-agents end with their run, and none of their work is repeated.',
  }),
  quick('ours: promise S31', {
    'agents.material':
      'The answer of a sub-agent is marked untrusted, and so is the context that it receives.',
  }),
  quick('ours: contract', {
    'events.subagent':
      'subagent reports when a sub-agent begins, what it calls, the results, and how it ended.',
  }),

  // Ours: a thread without its sessions
  quick('ours: contract', {
    'threads.activity':
      'A thread carries activeRunId, pendingChangeset and pendingPrompt, each possibly null, whichever client started the run.',
    'threads.by-thread':
      'Abort, changeset, review and reply also exist by thread, and answer as those by session do.',
  }),
  quick('ours: behaviour', {
    'runs.abort.named': 'An abort that names a run is 409 not_running when another run has replaced it.',
    'threads.changesets.reachable':
      'The changes of a thread are one set, whichever sessions made them: any of them can view and review it, and so can the thread.',
  }),

  // Ours: the command line and the page
  long('ours: behaviour', {
    'cli.run.attaches': 'run attaches to the running engine, or becomes one.',
    'cli.no-input':
      'Without a terminal, or with --no-input, questions of a run are declined at once, and consent is denied; --wait waits.',
    'cli.task': 'A task needs no quotes, - reads it from stdin, and an empty one is refused with a message.',
    'cli.names':
      'A command takes a whole name in the place of an id, in any capitals; one that only shows takes a part of a name that only one has. Where several fit, or a part would change something, those that fit are listed, and nothing is done.',
    'cli.install': 'make install, or npm link, puts svc on the path, from a fresh clone.',
    'cli.looks': 'A command that only reads or changes settings creates no database and no key.',
    'cli.chat.paste':
      'Text pasted into a chat is one task or one answer, however many lines it has, and is sent with the next Enter.',
    'cli.changes.all':
      'changes undo all rolls everything back in one call, whichever threads changed the same files in whatever order; a thread that cannot be listed or reviewed is reported and does not block the others.',
    'cli.changes.run':
      'changes names the run of each changeset; keep and undo with --run change nothing once a later run has taken the set over.',
  }),
  long('ours: contract', {
    'cli.help': 'svc help prints the help, and svc help <command> the help of a command.',
    'cli.status': 'status reports the running engine, or exits 1 when there is none.',
    'cli.exit-codes':
      'Exit codes are 0, 1 for a refusal, 2 for usage, and 78 for an unusable set-up, with one sentence.',
    'cli.chat': 'chat runs line after line in one thread; it reports refusals and failures and goes on.',
    'cli.chat.typed':
      'No typed line is lost: text typed before a question is a task, text typed after it is the answer; Ctrl-C stops a run, and exits when nothing runs.',
    'cli.config':
      'config prints the values in effect and their sources; set and unset change the user file through an engine, and exit 1 with the reason when refused.',
  }),
  quick('ours: behaviour', {
    'cli.run.why': 'The terminal says why the engine ended a run early.',
    'page.settings':
      'Settings on the page sends only the changed provider fields, keeps a key that is not entered, and names what overrides the user file.',
  }),
  long(['ours: contract', 'ours: behaviour'], {
    'cli.changes':
      'changes lists the changes of all runs as diffs that cannot send control sequences to a terminal; keep and undo review them by thread, by file or all at once.',
  }),
] satisfies Requirements;
