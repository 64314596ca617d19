// The bare limit of the figures that read and write: express, helmet and prepared statements, and nothing else. It
// answers with the same bytes as the engine, and its responses have the same headers.
import { randomUUID } from 'node:crypto';
import express from 'express';
import { securityHeaders, uncached } from '../../src/adapters/in/http/security-headers.ts';
import { given, serve } from '../child.ts';
import { historyRoutes } from './history.ts';
import { memoryRoutes } from './memory.ts';
import { threadRoutes } from './threads.ts';

const routes = { threads: threadRoutes, history: historyRoutes, memory: memoryRoutes };
export type BareRoutes = keyof typeof routes;

const { dataDir, of } = given<{ readonly dataDir: string; readonly of: BareRoutes }>();

const app = express();
app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
app.use(
  (_request, response, next) => {
    response.setHeader('X-Request-Id', randomUUID());
    next();
  },
  securityHeaders,
  uncached,
);
app.get('/health', (_request, response) => {
  response.json({ status: 'ok' });
});
routes[of](app, dataDir);
await serve(app);
