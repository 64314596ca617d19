import { EXIT } from '../../../contract/cli/command.ts';
import type { Verbs } from '../../../contract/cli/commands.ts';
import { localZone, minuteIn } from '../../../contract/cli/local-time.ts';
import { describedApi } from '../../../contract/http/rows.ts';
import { openApi } from '../../../contract/openapi.ts';
import { httpLimits } from '../../../contract/http/limits.ts';
import { isLostConnection, type Attached } from './attach.ts';
import { openAttachments, uploaded } from './attach-files.ts';
import { backupVerbs } from './backup-verbs.ts';
import { changesVerbs } from './changes-verbs.ts';
import { chat } from './chat.ts';
import { configVerbs } from './config-verbs.ts';
import { eraseVerb } from './erase-verb.ts';
import { migrationVerbs } from './migration-verbs.ts';
import { exportVerbs } from './export-verbs.ts';
import { googleVerbs } from './google-verbs.ts';
import { dataVerbs } from './data-verbs.ts';
import { contactVerbs } from './contact-verbs.ts';
import { GONE } from './print-run.ts';
import { declinesOf, followTask, startTask } from './run-task.ts';
import { answerPrompt } from './answer-verb.ts';
import { replayVerbs } from './replay-verbs.ts';
import { askRoute } from './route-verb.ts';
import { secretVerbs } from './secret-verbs.ts';
import { speechVerbs } from './speech-verbs.ts';
import { speaking } from './told-in.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';
import { threadVerbs } from './thread-verbs.ts';
import { taskVerbs } from './task-verbs.ts';
import { addTrigger } from './trigger-verb.ts';
import { workflowVerbs } from './workflow-verbs.ts';
import { toolServerToken } from './tool-server-token.ts';
import type { Says, Tell } from '../../../contract/words/says.ts';
import type { VerbDeps } from './verb-deps.ts';
import { onOneLine } from './terminal-text.ts';

export const verbsOver = (given: VerbDeps): Verbs => carriedOutBy(inWordsOf(given));

/** Engines that say what they say in the words of the terminal. */
function inWordsOf(deps: VerbDeps): VerbDeps {
  const told = <Found extends Attached | null>(found: Found): Found =>
    found && { ...found, client: speaking(found.client, deps), close: () => found.close() };
  return {
    ...deps,
    attached: async () => told(await deps.attached()),
    attachedOrOwn: async () => told(await deps.attachedOrOwn()),
    attachedOrLooking: async () => told(await deps.attachedOrLooking()),
  };
}

const carriedOutBy = (deps: VerbDeps): Verbs => ({
  run: async ({ task: typed, attach, profile, assistant, json, questions }) => {
    const isRead = typed === FROM_STDIN;
    const given = isRead ? await deps.readInput('task') : typed;
    if (given === null) return EXIT.refused;
    const task = isRead ? given.replace(/\r?\n$/u, '') : given;
    const wrong = problemWith(task, isRead);
    const problem = wrong && deps.tell(wrong);
    if (problem !== null) {
      deps.err(`svc: ${problem}\n`);
      return EXIT.refused;
    }
    const files = await openAttachments(attach);
    if ('code' in files) {
      deps.err(`svc: ${onOneLine(deps.tell(files))}\n`);
      return EXIT.refused;
    }
    const engine = await deps.attachedOrOwn();
    try {
      const { sessionId } = await engine.client['sessions.create']({
        body: {
          ...(profile === undefined ? {} : { profile }),
          ...(assistant === undefined ? {} : { assistant }),
        },
      });
      const attachments = await uploaded(files, engine);
      const started = await startTask(engine, { sessionId, task, attachments });
      const readLines = isRead || questions !== undefined ? null : deps.readLines;
      const declines = declinesOf(questions);
      return await followTask(started, { ...deps, readLines, declines, json }, deps.interrupted);
    } catch (error) {
      if (!isLostConnection(error)) throw error;
      deps.err(`${deps.tell(GONE)}\n`);
      return EXIT.refused;
    } finally {
      await engine.close();
    }
  },

  chat: (asked) => chat(asked, deps),

  status: async ({ json }) => {
    const engine = await deps.attached();
    if (!engine) {
      deps.out(
        json
          ? '{"running":false}\n'
          : `${deps.tell([sayOf('terminal.not_running', { dataDir: deps.dataDir }), sayOf('terminal.how_to_start')])}\n`,
      );
      return EXIT.refused;
    }
    try {
      const status = await engine.client['engine.status']();
      const { running } = await engine.client['running.list']();
      deps.out(
        json
          ? `${JSON.stringify({ running: true, ...status, inProgress: running })}\n`
          : `${sentence(status, deps.dataDir, deps.kind(), deps.tell)}${running.map((one) => lineOf(one, deps.tell)).join('')}`,
      );
      return EXIT.done;
    } finally {
      await engine.close();
    }
  },

  changes: changesVerbs(looking(deps)),

  config: configVerbs(looking(deps)),

  toolServerToken: toolServerToken(deps),
  addTrigger: addTrigger(deps),
  answer: answerPrompt(deps),
  task: taskVerbs(deps),
  workflow: workflowVerbs(deps),
  secret: { ...secretVerbs(deps), list: secretVerbs(looking(deps)).list },

  backup: backupVerbs(deps),
  erase: eraseVerb(deps),
  migration: migrationVerbs(deps),
  exports: exportVerbs(deps),
  google: googleVerbs(deps),
  data: dataVerbs(deps),
  speech: speechVerbs(deps),

  contacts: contactVerbs(deps),
  threads: threadVerbs(deps),

  runs: replayVerbs(deps),

  ask: askRoute(deps),

  openapi: async () => {
    deps.out(`${JSON.stringify(openApi(describedApi(), deps.version), null, 2)}\n`);
    return EXIT.done;
  },
});

const looking = (deps: VerbDeps): VerbDeps => ({ ...deps, attachedOrOwn: deps.attachedOrLooking });

const FROM_STDIN = '-';

/** Why a task cannot be sent; null when it can. */
function problemWith(task: string, isRead: boolean): Says | null {
  const most = httpLimits.bodyBytes;
  if (Buffer.byteLength(JSON.stringify({ task })) > most)
    return sayOf('terminal.task_too_long', { mb: most / 1024 / 1024 });
  if (task.trim() !== '') return null;
  return sayOf(isRead ? 'terminal.no_task_on_stdin' : 'terminal.task_empty');
}

type Running = Awaited<ReturnType<Attached['client']['running.list']>>['running'][number];

const lineOf = ({ of, id, title, startedAt, waiting, stoppable }: Running, tell: Tell): string => {
  const since = minuteIn(startedAt, localZone());
  const called = title === '' ? tell(sayOf('terminal.new_conversation')) : JSON.stringify(title);
  const what = of === 'run' ? sayOf('terminal.a_conversation') : sayOf(`terminal.the_${of}`, { id });
  return onOneLine(
    tell(
      sayOf(waiting ? 'terminal.waits_since' : 'terminal.runs_since', {
        since,
        called,
        what,
        stop: stoppable ? sayOf('terminal.stop_it', { id }) : null,
      }),
    ),
  ).concat('\n');
};

type Status = Awaited<ReturnType<Attached['client']['engine.status']>>;

function sentence(status: Status, dataDir: string, kind: string | null, tell: Tell): string {
  const { version, pid, startedAt, activeRuns, model, damagedStores, newerStores, problems, reminders } =
    status;
  const answers =
    'id' in model
      ? sayOf('terminal.model', { id: model.id })
      : sayOf('terminal.no_model', { problem: model.problem });
  const since = minuteIn(startedAt, localZone());
  return [
    tell(sayOf('terminal.running', { version, pid, dataDir, since, runs: activeRuns, answers })),
    ...(kind === null ? [] : [tell(sayOf('terminal.of_kind', { kind }))]),
    ...damagedStores.map((store) => tell(sayOf('terminal.store_damaged', { store }))),
    ...newerStores.map((store) => tell(sayOf('terminal.store_newer', { store }))),
    ...[...problems, ...reminders].map(onOneLine),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
