import type { Tool, ToolBox } from '../../../core/runs/port.ts';
import type { Services } from '../../../core/services.ts';
import type { AnyToolRow } from '../../../contract/row.ts';

/**
 * The rows of the agent, as tools. Services arrive late: tools call services, services start runs, and runs
 * offer tools; this is the one place where that circle is closed (house §3.5).
 */
export function agentToolBox(rows: readonly AnyToolRow[], services: () => Services): ToolBox {
  const tools = rows.map((row): Tool => ({
    name: row.name,
    description: row.does,
    inputSchema: row.input,
    effect: row.effect,
    consent: demandOf(row, services),
    precheck: (input, { runId }) => row.precheck?.(services(), input, { runId }),
    bringsAddresses: row.bringsAddresses ?? false,
    waitsForPerson: row.waitsForPerson ?? false,
    boundsItsTime: row.boundsItsTime ?? false,
    holdsPaths: row.holdsPaths ?? false,
    ...(row.outputChars === undefined ? {} : { outputChars: row.outputChars }),
    call: async (input, call) => ({
      output: (await row.handle(services(), input, call)) as string,
      success: true,
    }),
  }));
  return { tools: () => tools };
}

function demandOf({ consent }: AnyToolRow, services: () => Services): Tool['consent'] {
  return typeof consent === 'string' ? consent : (input) => consent(input, services());
}
