import { ProblemError } from '../../../contract/client.ts';
import { WrongOption } from '../../../contract/cli/command.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';
import type { Says } from '../../../contract/words/says.ts';
import type { WorkflowBody as Body } from '../../../contract/http/workflow-shapes.ts';
import { nearNames } from '../../../core/kernel/near-names.ts';
import { quoted } from '../../../core/kernel/quoted.ts';

interface Violation {
  readonly path: string;
  readonly message: string;
}

const SHOWN_CHARS = 80;
const UNKNOWN = 'is not known here';

/** The names that a part of the file may have; none for what is no object. */
const namesIn = (schema: object): readonly string[] =>
  Object.keys((schema as { readonly properties?: object }).properties ?? {});

/** Says what is wrong in a file by the names in it; any other error stays as it is. */
export async function inFileWords(error: unknown, workflow: object): Promise<unknown> {
  const found = error instanceof ProblemError ? error.problem['violations'] : undefined;
  if (!Array.isArray(found) || found.length === 0) return error;
  // Loaded here only: the terminal begins without the schemas.
  const { WorkflowBody } = await import('../../../contract/http/workflow-shapes.ts');
  const said = (found as readonly Violation[]).map((one) => explained(one, workflow, WorkflowBody));
  const once = new Map(said.map((one) => [JSON.stringify(one), one]));
  return new WrongOption(sayOf('terminal.workflow_broken', { sentences: [...once.values()] }));
}

function explained({ path, message }: Violation, workflow: object, { properties }: typeof Body): Says {
  const [first = '', second, ...rest] = path
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (first !== 'steps' && first !== 'parameters') {
    const known =
      second === undefined
        ? Object.keys(properties)
        : first === 'permissions'
          ? namesIn(properties.permissions)
          : [];
    return sentence(
      sayOf('terminal.whole_workflow'),
      [first, ...(second === undefined ? [] : [second]), ...rest],
      {
        message,
        known,
      },
    );
  }
  if (second === undefined)
    return sentence(sayOf('terminal.whole_workflow'), [first], { message, known: [] });
  return sentence(placeOf(first, Number(second), workflow), rest, {
    message,
    known: namesIn(properties[first].items),
  });
}

/** By its name where it has one. */
function placeOf(list: 'steps' | 'parameters', at: number, workflow: object): Says {
  const one: unknown = (workflow as Partial<Record<string, readonly unknown[]>>)[list]?.[at];
  const { stepId, name } = (one ?? {}) as { readonly stepId?: unknown; readonly name?: unknown };
  const called = list === 'steps' ? stepId : name;
  const what = list === 'steps' ? 'step' : 'parameter';
  return typeof called === 'string' && called !== ''
    ? sayOf(`terminal.${what}_called`, { name: quoted(called, SHOWN_CHARS) })
    : sayOf(`terminal.${what}_number`, { nth: at + 1 });
}

function sentence(
  place: Says,
  field: readonly string[],
  { message, known }: { readonly message: string; readonly known: readonly string[] },
): Says {
  const near = message === UNKNOWN ? nearNames(field.at(-1) ?? '', [...known]) : [];
  return sayOf('terminal.workflow_part', {
    place,
    field: field.length === 0 ? null : quoted(field.join('.'), SHOWN_CHARS),
    message,
    near: field.length === 0 ? [] : near,
  });
}
