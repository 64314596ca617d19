import { EXIT } from '../../../contract/cli/command.ts';
import type { ConfigChange, ConfigVerbs } from '../../../contract/cli/config.ts';
import { terminalKeys, type TerminalKey } from '../../../contract/cli/config-keys.ts';
import { ProblemError } from '../../../contract/client.ts';
import { isLostConnection, type Attached, type EngineClient } from './attach.ts';
import { COUNTS_OVER, sourceOf, table, type Report } from './config-table.ts';
import type { Says, Tell } from '../../../contract/words/says.ts';
import { nearNames } from '../../../core/kernel/near-names.ts';
import { onOneLine } from './terminal-text.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';

export interface ConfigVerbDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly tell: Tell;
  /** All of stdin; null when the person at the terminal interrupts it. */
  readonly readInput: (what: 'value') => Promise<string | null>;
}

type Change = NonNullable<NonNullable<Parameters<EngineClient['config.set']>[0]>['body']>;

const FROM_STDIN = '-';

/** `svc config`: shows the configuration in effect and changes the user file, always through the engine. */
export function configVerbs({ attachedOrOwn, out, err, tell, readInput }: ConfigVerbDeps): ConfigVerbs {
  const say = (line: string) => err(`${onOneLine(line)}\n`);
  const refuse = (line: string): number => {
    say(`svc: ${line}`);
    return EXIT.refused;
  };

  function asJson(report: Report): number {
    out(`${JSON.stringify(report)}\n`);
    return EXIT.done;
  }

  function withProblems({ problems }: Report): number {
    problems.forEach(({ message }) => say(message));
    return EXIT.done;
  }

  function unknown(key: string): number {
    const near = nearNames(
      key,
      terminalKeys.map((known) => known.key),
    );
    const meant =
      near.length > 0 ? sayOf('terminal.near', { names: near }) : sayOf('terminal.see_config_help');
    return refuse(tell(sayOf('terminal.no_setting', { key, meant })));
  }

  async function withEngine(act: (engine: Attached) => Promise<number>): Promise<number> {
    const engine = await attachedOrOwn();
    try {
      return await act(engine);
    } catch (error) {
      if (!isLostConnection(error)) throw error;
      return refuse(tell(sayOf('terminal.gone_config')));
    } finally {
      await engine.close();
    }
  }

  /** Reports the outcome; `done` gets the configuration in effect. */
  function change(
    { key, replace, json }: ConfigChange,
    value: unknown,
    done: (report: Report, isDemo: boolean) => string,
  ): Promise<number> {
    return withEngine(async ({ client }) => {
      try {
        const body = { [key]: value } as Change;
        const report = await client['config.set']({ body, query: { replace } });
        if (json) return asJson(report);
        // A demo that was asked for stays, whatever is set; without that these keys end it.
        const isDemo = ENDS_DEMO.has(key) && value !== null && (await answersAsDemo(client));
        say(done(report, isDemo));
        return withProblems(report);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        return refused(error.problem);
      }
    });
  }

  function refused({ code, detail, ...facts }: ProblemError['problem']): number {
    if (code === 'config_file_invalid') {
      const problems = (facts['problems'] ?? []) as Report['problems'];
      problems.forEach(({ message }) => say(message));
      return refuse(tell(sayOf('terminal.config_invalid')));
    }
    const violations = (facts['violations'] ?? []) as readonly Violation[];
    if (violations.length === 0) return refuse(detail);
    for (const reason of new Set(violations.map(explained))) refuse(reason);
    return EXIT.refused;
  }

  return {
    show: ({ json }) =>
      withEngine(async ({ client }) => {
        const report = await client['config.get']();
        if (json) return asJson(report);
        out(table(report, tell));
        return withProblems(report);
      }),

    set: async ({ value: typed, ...asked }) => {
      const { key } = asked;
      const known = keyNamed(key);
      if (!known) return unknown(key);
      const given = typed === FROM_STDIN ? await readInput('value') : typed;
      if (given === null) return EXIT.refused;
      if (typed === FROM_STDIN && given.trim() === '')
        return refuse(tell(sayOf('terminal.no_key_on_stdin', { key })));
      const value = valueOf(known, typed === FROM_STDIN ? given.trim() : given);
      if (value === null) return refuse(tell(sayOf('terminal.setting_must_be', { key, be: known.be })));
      if (typed !== FROM_STDIN && holdsSecret(known, typed))
        say(tell(sayOf('terminal.shell_history', { key })));
      return await change(asked, value, ({ sources }, isDemo) => {
        const source = sourceOf(sources, key);
        if (source === 'user' && isDemo) return tell(sayOf('terminal.set_but_demo', { key }));
        if (source === 'user') return tell(sayOf('terminal.setting_set', { key, when: effectOf(known) }));
        return tell(
          source === undefined
            ? sayOf('terminal.setting_without_effect', { key })
            : sayOf('terminal.setting_overridden', { key, by: COUNTS_OVER[source] }),
        );
      });
    },

    unset: async (asked) => {
      const { key } = asked;
      const known = keyNamed(key);
      if (!known) return unknown(key);
      return await change(asked, null, ({ sources }) => {
        const source = sourceOf(sources, key);
        if (source === 'env' || source === 'project')
          return tell(sayOf('terminal.setting_still_set', { key, by: COUNTS_OVER[source] }));
        return tell(sayOf('terminal.setting_unset', { key, when: effectOf(known) }));
      });
    },
  };
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
