import { EXIT } from '../../../contract/cli/command.ts';
import { localMinute } from '../../../contract/cli/local-time.ts';
import { say as sayOf, type Tell } from '../../../contract/cli/says.ts';
import type { AtTerminal, OwnCodes } from './at-terminal.ts';
import type { EngineClient } from './attach.ts';

type Running = Awaited<ReturnType<EngineClient['running.list']>>['running'][number];
type Status = Awaited<ReturnType<EngineClient['engine.status']>>;

/** `svc status`: whether an engine runs, and what it does. It starts none. */
export const statusVerb = {
  status: async (at, { json }) => {
    const { tell, dataDir } = at;
    const engine = await at.attached();
    if (!engine) {
      if (json) at.printJson({ running: false });
      else at.out(`${tell([sayOf('terminal.not_running', { dataDir }), sayOf('terminal.how_to_start')])}\n`);
      return EXIT.refused;
    }
    try {
      const status = await engine.client['engine.status']();
      const { running } = await engine.client['running.list']();
      if (json) at.printJson({ running: true, ...status, page: at.page(), inProgress: running });
      else at.print([...inWords(status, at), ...running.map((one) => lineOf(one, tell))]);
      return EXIT.done;
    } finally {
      await engine.close();
    }
  },
} satisfies OwnCodes;

const lineOf = ({ of, id, title, startedAt, waiting, stoppable }: Running, tell: Tell): string =>
  tell(waiting ? 'terminal.waits_since' : 'terminal.runs_since', {
    since: localMinute(startedAt),
    called: title === '' ? tell('terminal.new_conversation') : JSON.stringify(title),
    what: of === 'run' ? sayOf('terminal.a_conversation') : sayOf(`terminal.the_${of}`, { id }),
    stop: stoppable ? sayOf('terminal.stop_it', { id }) : null,
  });

function inWords(status: Status, { dataDir, kind, page, tell }: AtTerminal): readonly string[] {
  const {
    version,
    pid,
    startedAt,
    activeRuns,
    model,
    damagedStores,
    newerStores,
    problems,
    reminders,
    storage,
  } = status;
  const answers =
    'id' in model
      ? sayOf('terminal.model', { id: model.id })
      : sayOf('terminal.no_model', { problem: model.problem });
  const since = localMinute(startedAt);
  const [special, at] = [kind(), page()];
  return [
    tell('terminal.running', { version, pid, dataDir, since, runs: activeRuns, answers }),
    ...(at === null ? [] : [tell('terminal.page_at', { at })]),
    ...(special === null ? [] : [tell('terminal.of_kind', { kind: sayOf(`terminal.is_${special}`) })]),
    ...(storage === undefined ? [] : [tell('terminal.storage', storage)]),
    ...damagedStores.map((store) => tell('terminal.store_damaged', { store })),
    ...newerStores.map((store) => tell('terminal.store_newer', { store })),
    ...problems,
    ...reminders,
  ];
}
