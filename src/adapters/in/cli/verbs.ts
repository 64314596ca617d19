import { EXIT, type CommandInput, type CommandRow, type OwnCommand } from '../../../contract/cli/command.ts';
import { describedApi } from '../../../contract/http/rows.ts';
import { openApi } from '../../../contract/openapi.ts';
import { atTerminal, type OwnCode } from './at-terminal.ts';
import type { Attached } from './attach.ts';
import { answerVerb } from './answer-verb.ts';
import { backupVerbs } from './backup-verbs.ts';
import { changesVerbs } from './changes-verbs.ts';
import { chatVerb } from './chat.ts';
import { configVerbs } from './config-verbs.ts';
import { contactVerbs } from './contact-verbs.ts';
import { dataVerbs } from './data-verbs.ts';
import { eraseVerb } from './erase-verb.ts';
import { exportVerbs } from './export-verbs.ts';
import { googleVerbs } from './google-verbs.ts';
import { migrationVerbs } from './migration-verbs.ts';
import { replayVerb } from './replay-verbs.ts';
import { restoreVerb } from './restore-verb.ts';
import { askRoute } from './route-verb.ts';
import { runVerb } from './run-verb.ts';
import { secretVerbs } from './secret-verbs.ts';
import { speechVerbs } from './speech-verbs.ts';
import { statusVerb } from './status-verb.ts';
import { storageVerb } from './storage-verb.ts';
import { taskVerbs } from './task-verbs.ts';
import { speaking } from './told-in.ts';
import { triggerVerb } from './trigger-verb.ts';
import type { VerbDeps } from './verb-deps.ts';
import { workflowVerbs } from './workflow-verbs.ts';

const OWN: Readonly<Record<OwnCommand, OwnCode>> = {
  ...answerVerb,
  ...backupVerbs,
  ...changesVerbs,
  ...chatVerb,
  ...configVerbs,
  ...contactVerbs,
  ...dataVerbs,
  ...eraseVerb,
  ...exportVerbs,
  ...googleVerbs,
  ...migrationVerbs,
  ...replayVerb,
  ...restoreVerb,
  ...runVerb,
  ...secretVerbs,
  ...speechVerbs,
  ...statusVerb,
  ...storageVerb,
  ...taskVerbs,
  ...triggerVerb,
  ...workflowVerbs,
  openapi: async ({ out, version }) => {
    out(`${JSON.stringify(openApi(describedApi(), version), null, 2)}\n`);
    return EXIT.done;
  },
};

/** Carries out commands. @returns the exit code */
export type CarriesOut = (row: CommandRow, input: CommandInput) => Promise<number>;

export function verbsOver(given: VerbDeps): CarriesOut {
  const at = atTerminal(inWordsOf(given));
  return async ({ own, asks, insteadAsks }, input) => {
    if (own !== undefined) return await OWN[own](at, input, asks?.request?.(input));
    const route = insteadAsks?.(input) ?? asks;
    return route === undefined ? EXIT.done : await askRoute(at, route, input);
  };
}

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
