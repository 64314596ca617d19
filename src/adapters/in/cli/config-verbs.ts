import { EXIT } from '../../../contract/cli/command.ts';
import type { ConfigChange, ConfigVerbs } from '../../../contract/cli/config.ts';
import { terminalKeys, type TerminalKey } from '../../../contract/cli/config-keys.ts';
import { ProblemError } from '../../../contract/client.ts';
import { isLostConnection, type Attached, type EngineClient } from './attach.ts';
import { COUNTS_OVER, sourceOf, table, type Report } from './config-table.ts';
import { nearNames } from '../../../core/kernel/near-names.ts';
import { onOneLine } from './terminal-text.ts';

export interface ConfigVerbDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** All of stdin; null when the person at the terminal interrupts it. */
  readonly readInput: (what: 'value') => Promise<string | null>;
}

type Change = NonNullable<NonNullable<Parameters<EngineClient['config.set']>[0]>['body']>;

const FROM_STDIN = '-';

/** `svc config`: shows the configuration in effect and changes the user file, always through the engine. */
export function configVerbs({ attachedOrOwn, out, err, readInput }: ConfigVerbDeps): ConfigVerbs {
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
    const meant = near.length > 0 ? `did you mean ${near.join(' or ')}?` : 'see svc config set --help.';
    return refuse(`there is no key "${key}": ${meant}`);
  }

  async function withEngine(act: (engine: Attached) => Promise<number>): Promise<number> {
    const engine = await attachedOrOwn();
    try {
      return await act(engine);
    } catch (error) {
      if (!isLostConnection(error)) throw error;
      return refuse('the engine stopped. Run svc config to see what is set.');
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
      return refuse(
        'nothing was changed. Correct the file, or repeat the command with --replace: it starts a new file and keeps the old one beside it.',
      );
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
        out(table(report));
        return withProblems(report);
      }),

    set: async ({ value: typed, ...asked }) => {
      const { key } = asked;
      const known = keyNamed(key);
      if (!known) return unknown(key);
      const given = typed === FROM_STDIN ? await readInput('value') : typed;
      if (given === null) return EXIT.refused;
      if (typed === FROM_STDIN && given.trim() === '') return refuse(`there was no ${key} on stdin.`);
      const value = valueOf(known, typed === FROM_STDIN ? given.trim() : given);
      if (value === null) return refuse(`${key} must be ${known.words}, written as JSON.`);
      if (typed !== FROM_STDIN && holdsSecret(known, typed))
        say(`Your shell history may contain this secret now. "svc config set ${key} -" reads it from stdin.`);
      return await change(asked, value, ({ sources }, isDemo) => {
        const source = sourceOf(sources, key);
        if (source === 'user' && isDemo)
          return `${key} is set, and has no effect yet: the demo model answers until the engine is started without --demo and SVC_DEMO.`;
        if (source === 'user') return `${key} is set. It takes effect ${known.takesEffect}.`;
        const why = source === undefined ? '' : `: ${COUNTS_OVER[source]} overrides it`;
        return `${key} is set in the user file, but has no effect${why}.`;
      });
    },

    unset: async (asked) => {
      const { key } = asked;
      const known = keyNamed(key);
      if (!known) return unknown(key);
      return await change(asked, null, ({ sources }) => {
        const source = sourceOf(sources, key);
        if (source === 'env' || source === 'project')
          return `${key} is not in the user file, but still set by ${COUNTS_OVER[source]}.`;
        return `${key} is not set. This takes effect ${known.takesEffect}.`;
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
