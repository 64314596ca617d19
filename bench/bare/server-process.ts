/**
 * A script for `node -e`: the packages that a server like the engine cannot do without, one open database, one route.
 * Of CommonJS and untyped, so that nothing but these packages is loaded.
 */
export const bareServer = `
  const express = require('express');
  const helmet = require('helmet');
  const Database = require('better-sqlite3');
  const database = new Database(process.env.DATABASE);
  database.pragma('journal_mode = WAL');
  database.prepare('SELECT count(*) FROM sqlite_schema').get();
  const app = express();
  app.use(helmet());
  app.get('/health', (request, response) => response.json({ status: 'ok' }));
  app.listen(Number(process.env.PORT), '127.0.0.1');
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.exit(), 500).unref();
`;
