import type { HttpRows } from '../../src/contract/row.ts';
import { routesOf } from '../../src/contract/routes.ts';

/** The source of `src/page/engine/routes.ts`: the routes as data, because a browser cannot load the rows. */
export function pageRoutes(rows: HttpRows): string {
  const lines = Object.entries(routesOf(rows)).map(
    ([operation, [route, answer]]) => `  '${operation}': ['${route}', '${answer}'],\n`,
  );
  return `// Generated from the rows of src/contract by \`make contract\`.
import type { httpRows } from '../../contract/http/rows.ts';
import type { Routes } from '../../contract/routes.ts';

/** Every route of the engine, for \`createClient\` of src/contract/client.ts. */
export const routes: Routes<typeof httpRows> = {
${lines.join('')}};
`;
}
