import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import { buildSync } from 'esbuild';
import { pageRoutes } from '../../../config/tooling/page-routes.ts';
import { createClient, type Transport } from '../../../src/contract/client.ts';
import { httpRows } from '../../../src/contract/http/rows.ts';
import { routesOf } from '../../../src/contract/routes.ts';
import { routes } from '../../../src/page/engine/routes.ts';
import { verifies } from '../../spec/verifies.ts';

const root = new URL('../../../', import.meta.url);
const path = (name: string): string => fileURLToPath(new URL(name, root));

verifies(
  'contract.browser-routes',
  'src/page/engine/routes.ts matches the rows: if not, run `make contract`',
  () => {
    expect(readFileSync(path('src/page/engine/routes.ts'), 'utf8')).toBe(pageRoutes(httpRows));
    expect(routes).toEqual(routesOf(httpRows));
  },
);

verifies(
  'contract.browser-routes',
  'a client over the table sends the same requests, typed by the rows',
  async () => {
    const sent: string[] = [];
    const transport: Transport = async (url, { method, body }) => {
      sent.push([method, url, body].join(' ').trim());
      const answers = method === 'DELETE' ? null : { sessionId: 's', threadId: 't', createdAt: 'now' };
      return {
        ok: true,
        status: 200,
        headers: new Headers(),
        body: null,
        text: async () => JSON.stringify(answers),
      };
    };
    const client = createClient(routes, { baseUrl: '', transport });
    const { sessionId } = await client['sessions.create']({ body: { threadId: 't' } });
    const nothing: undefined = await client['sessions.delete']({ params: { id: sessionId } });
    expect(nothing).toBeUndefined();
    expect(sent).toEqual(['POST /api/sessions {"threadId":"t"}', 'DELETE /api/sessions/s']);
  },
);

verifies(
  'contract.browser-routes',
  'what a browser loads for it contains no schema, no handler and no part of the core',
  () => {
    const { metafile } = buildSync({
      stdin: {
        contents: `export { createClient } from './src/contract/client.ts'; export { routes } from './src/page/engine/routes.ts';`,
        resolveDir: path('.'),
      },
      bundle: true,
      platform: 'browser',
      format: 'esm',
      write: false,
      metafile: true,
    });
    const loaded = Object.keys(metafile.inputs).filter(
      (name) => !name.startsWith('node_modules/eventsource-parser/'),
    );
    const own = ['src/contract/client.ts', 'src/contract/folded-letters.ts', 'src/page/engine/routes.ts'];
    expect(loaded.toSorted()).toEqual(['<stdin>', ...own]);
  },
);
