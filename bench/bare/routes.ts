// The bare limit of the figures that read and write: express, helmet and prepared statements, and nothing else. It
// answers with the same bytes as the engine, and its responses have the same headers.
import { randomUUID } from 'node:crypto';
import express from 'express';
import helmet from 'helmet';
import { given, serve } from '../child.ts';
import { historyRoutes } from './history.ts';
import { memoryRoutes } from './memory.ts';
import { threadRoutes } from './threads.ts';

const { dataDir } = given<{ readonly dataDir: string }>();

const app = express();
app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
app.use(
  (_request, response, next) => {
    response.setHeader('X-Request-Id', randomUUID());
    next();
  },
  helmet({ strictTransportSecurity: false, frameguard: { action: 'deny' } }),
  (_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  },
);
app.get('/health', (_request, response) => {
  response.json({ status: 'ok' });
});
threadRoutes(app, dataDir);
historyRoutes(app, dataDir);
memoryRoutes(app, dataDir);
await serve(app);
