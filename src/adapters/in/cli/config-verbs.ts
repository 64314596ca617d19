import { EXIT, type CommandInput } from '../../../contract/cli/command.ts';
import { SOURCES, sourceOf, type Report } from '../../../contract/cli/config.ts';
import { terminalKeys, type TerminalKey } from '../../../contract/cli/config-keys.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';
import { ProblemError } from '../../../contract/client.ts';
import type { Says } from '../../../contract/words/says.ts';
import { nearNames } from '../../../core/kernel/near-names.ts';
import type { AtTerminal, OwnCodes } from './at-terminal.ts';
import type { EngineClient } from './attach.ts';

type Change = NonNullable<NonNullable<Parameters<EngineClient['config.set']>[0]>['body']>;

const FROM_STDIN = '-';

/** `svc config set`, and without a value `unset`: they change the user file, always through the engine. */
export const configVerbs = {
  'config set': async (at, input) => {
    const { tell, refuse } = at;
    const [key = '', typed] = input.args;
    const known = keyNamed(key);
    if (!known) return unknown(at, key);
    if (typed === undefined) return await unset(at, input, known);
    const given = typed === FROM_STDIN ? await at.readInput('value') : typed;
    if (given === null) return EXIT.refused;
    if (typed === FROM_STDIN && given.trim() === '') return refuse(tell('terminal.no_key_on_stdin', { key }));
    const value = valueOf(known, typed === FROM_STDIN ? given.trim() : given);
    if (value === null) return refuse(tell('terminal.setting_must_be', { key, be: known.be }));
    if (typed !== FROM_STDIN && holdsSecret(known, typed)) at.say(tell('terminal.shell_history', { key }));
    return await change(at, input, value, ({ sources }, isDemo) => {
      const source = sourceOf(sources, key);
      if (source === 'user' && isDemo) return tell('terminal.set_but_demo', { key });
      if (source === 'user') return tell('terminal.setting_set', { key, when: effectOf(known) });
      return source === undefined
        ? tell('terminal.setting_without_effect', { key })
        : tell('terminal.setting_overridden', { key, by: SOURCES[source] });
    });
  },
} satisfies OwnCodes;

const unset = (at: AtTerminal, input: CommandInput, known: TerminalKey): Promise<number> =>
  change(at, input, null, ({ sources }) => {
    const { key } = known;
    const source = sourceOf(sources, key);
    return source === 'env' || source === 'project'
      ? at.tell('terminal.setting_still_set', { key, by: SOURCES[source] })
      : at.tell('terminal.setting_unset', { key, when: effectOf(known) });
  });

function unknown({ tell, refuse }: AtTerminal, key: string): number {
  const near = nearNames(
    key,
    terminalKeys.map((known) => known.key),
  );
  const meant = near.length > 0 ? sayOf('terminal.near', { names: near }) : sayOf('terminal.see_config_help');
  return refuse(tell('terminal.no_setting', { key, meant }));
}

/** Reports the outcome; `done` gets the configuration in effect. */
const change = (
  at: AtTerminal,
  { args: [key = ''], switches, json }: CommandInput,
  value: unknown,
  done: (report: Report, isDemo: boolean) => string,
): Promise<number> =>
  at.over({ engine: at.attachedOrLooking, whenGone: sayOf('gone.config') }, async ({ client }) => {
    try {
      const body = { [key]: value } as Change;
      // With `replace` a new file begins where the one on disk is invalid.
      const report = await client['config.set']({ body, query: { replace: switches.has('replace') } });
      if (json) return at.printJson(report);
      // A demo that was asked for stays, whatever is set; without that these keys end it.
      const isDemo = ENDS_DEMO.has(key) && value !== null && (await answersAsDemo(client));
      at.say(done(report, isDemo));
      for (const { message } of report.problems) at.say(message);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return refused(at, error.problem);
    }
  });

function refused({ say, refuse, tell }: AtTerminal, problem: ProblemError['problem']): number {
  const { code, detail, ...facts } = problem;
  if (code === 'config_file_invalid') {
    for (const { message } of (facts['problems'] ?? []) as Report['problems']) say(message);
    return refuse(tell('terminal.config_invalid'));
  }
  const violations = (facts['violations'] ?? []) as readonly Violation[];
  if (violations.length === 0) return refuse(detail);
  for (const reason of new Set(violations.map(explained))) refuse(reason);
  return EXIT.refused;
}

/** Where one of these is set, another model answers than the demo model. */
const ENDS_DEMO: ReadonlySet<string> = new Set(['provider', 'api_key', 'api_base_url']);

async function answersAsDemo(client: EngineClient): Promise<boolean> {
  const { model } = await client['engine.status']();
  return 'provider' in model && model.provider === 'demo';
}

const keyNamed = (name: string): TerminalKey | undefined => terminalKeys.find(({ key }) => key === name);

/** Null when it does not have the form that its key needs. */
function valueOf({ isText }: TerminalKey, typed: string): unknown {
  if (isText) return typed;
  try {
    return JSON.parse(typed) as unknown;
  } catch {
    return null;
  }
}

const holdsSecret = ({ secret, secretFields }: TerminalKey, typed: string): boolean =>
  secret || secretFields.some((name) => typed.includes(`"${name}"`));

interface Violation {
  readonly path: string;
  readonly message: string;
}

function explained({ path, message }: Violation): string {
  const names = path
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return `${names.join('.')} ${message}.`;
}

const effectOf = ({ takesEffect }: TerminalKey): Says => sayOf(`effect.${takesEffect}`);
