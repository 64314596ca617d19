import { EXIT } from '../../../contract/cli/command.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';
import { httpLimits } from '../../../contract/http/limits.ts';
import type { Says } from '../../../contract/words/says.ts';
import type { OwnCodes } from './at-terminal.ts';
import { openAttachments, uploaded } from './attach-files.ts';
import { isLostConnection } from './attach.ts';
import { GONE } from './print-run.ts';
import { beginsWith, declinesOf, followTask, questionsIn, startTask } from './run-task.ts';

const FROM_STDIN = '-';

/** `svc run`: one task in a new thread. `-` reads it from stdin. */
export const runVerb = {
  run: async (at, input) => {
    const { tell, err } = at;
    const typed = input.args.join(' ');
    const isRead = typed === FROM_STDIN;
    const given = isRead ? await at.readInput('task') : typed;
    if (given === null) return EXIT.refused;
    const task = isRead ? given.replace(/\r?\n$/u, '') : given;
    const problem = problemWith(task, isRead);
    if (problem !== null) return at.refuse(problem);
    const files = await openAttachments(input.lists.get('attach') ?? []);
    if ('code' in files) return at.refuse(files);
    const engine = await at.attachedOrOwn();
    try {
      const { sessionId } = await engine.client['sessions.create']({ body: beginsWith(input) });
      const attachments = await uploaded(files, engine);
      const started = await startTask(engine, { sessionId, task, attachments });
      const questions = questionsIn(input);
      const readLines = isRead || questions !== undefined ? null : at.readLines;
      const terminal = { ...at, readLines, declines: declinesOf(questions), json: input.json };
      return await followTask(started, terminal, at.interrupted);
    } catch (error) {
      if (!isLostConnection(error)) throw error;
      err(`${tell(GONE)}\n`);
      return EXIT.refused;
    } finally {
      await engine.close();
    }
  },
} satisfies OwnCodes;

/** Why a task cannot be sent; null when it can. */
function problemWith(task: string, isRead: boolean): Says | null {
  const most = httpLimits.bodyBytes;
  if (Buffer.byteLength(JSON.stringify({ task })) > most)
    return sayOf('terminal.task_too_long', { mb: most / 1024 / 1024 });
  if (task.trim() !== '') return null;
  return sayOf(isRead ? 'terminal.no_task_on_stdin' : 'terminal.task_empty');
}
