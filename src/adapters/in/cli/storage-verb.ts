import { EXIT } from '../../../contract/cli/command.ts';
import { isStorageName } from '../../../contract/cli/own.ts';
import type { AtTerminal, OwnCodes } from './at-terminal.ts';
import type { StorageProgress, StorageRefused } from './verb-deps.ts';

/** `svc storage copy`: it needs no engine, and none may be running. */
export const storageVerb = {
  'storage copy': async (at, { options, json }) => {
    const [from, to] = [options.get('from'), options.get('to')];
    if (!isStorageName(from) || !isStorageName(to) || from === to) return refused(at, json, 'storage_which');
    if (at.copyStorage === null) return refused(at, json, 'storage_not_set');
    const outcome = await at.copyStorage(to, telling(at));
    if ('refused' in outcome) return refused(at, json, outcome.refused);
    const { isNew, rows, tables } = outcome;
    if (json) at.printJson({ copied: isNew, rows, tables });
    else at.say(at.tell(isNew ? 'terminal.storage_copied' : 'terminal.storage_there', { rows, tables }));
    return EXIT.done;
  },
} satisfies OwnCodes;

function refused(
  at: AtTerminal,
  json: boolean,
  code: StorageRefused | 'storage_which' | 'storage_not_set',
): number {
  if (json) at.printJson({ code });
  at.refuse(at.tell(`terminal.${code}`));
  return code === 'storage_which' ? EXIT.usage : EXIT.refused;
}

/** A line whenever another database comes, and for each tenth of all rows. */
function telling({ say, tell }: AtTerminal): (progress: StorageProgress) => void {
  let last = '';
  return ({ step, database, doneRows: done, totalRows: total }) => {
    const next = `${step} ${database} ${Math.floor((10 * done) / Math.max(1, total))}`;
    if (next === last) return;
    last = next;
    say(tell(`terminal.storage_${step}`, { database, done, total }));
  };
}
