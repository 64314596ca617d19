import type { Tool, ToolBox } from '../../../core/execution/runs/port.ts';
import type { Services } from '../../../core/features.ts';
import type { AnyToolRow } from '../../../contract/row.ts';
import { markingWith, type MarkUntrusted, type Renderers, type ModelText } from './model-text.ts';

/**
 * The tool rows as tools whose results these renderers phrase. Services are passed lazily: tools call services,
 * services start runs, and runs offer tools; this is the one place that closes the circle.
 */
export function agentToolBox<Row extends AnyToolRow>(
  rows: readonly Row[],
  renderers: NoInfer<Renderers<Row>>,
  services: () => Services,
): ToolBox {
  const rendererOf = renderers as Readonly<
    Record<string, (result: unknown, marked: MarkUntrusted) => ModelText>
  >;
  const tools = rows.map((row): Tool => {
    const render = rendererOf[row.name];
    if (!render) throw new Error(`The tool ${row.name} has no renderer.`);
    return {
      name: row.name,
      description: row.summary,
      family: row.family,
      inputSchema: row.input,
      effect: row.effect,
      consent: demandOf(row, services),
      ...(row.beforehand === undefined ? {} : { beforehand: row.beforehand }),
      precheck: (input, call) => row.precheck?.(services(), input, call),
      bringsAddresses: row.bringsAddresses ?? false,
      waitsForPerson: row.waitsForPerson ?? false,
      boundsItsTime: row.boundsItsTime ?? false,
      isOffered: () => row.isOffered?.(services()) ?? true,
      ...mayUseOf(row, services),
      holdsPaths: row.holdsPaths ?? false,
      ...(row.outputChars === undefined ? {} : { outputChars: row.outputChars }),
      call: async (input, call) => {
        const result: unknown = await row.handle(services(), input, call);
        const outcome = { output: render(result, markingWith(call.nonce)), success: true };
        const told = row.tells?.(result) ?? [];
        return told.length === 0 ? outcome : { ...outcome, told };
      },
    };
  });
  return { tools: () => tools };
}

function demandOf({ consent }: AnyToolRow, services: () => Services): Tool['consent'] {
  return typeof consent === 'string' ? consent : (input, judged) => consent(input, services(), judged);
}

function mayUseOf({ usableBy: by }: AnyToolRow, services: () => Services): Pick<Tool, 'mayUse'> {
  if (by === undefined) return {};
  return {
    mayUse: (person) => services().usableBy.mayUse(person, typeof by === 'string' ? by : by(services())),
  };
}
