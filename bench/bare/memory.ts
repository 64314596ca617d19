import { randomUUID } from 'node:crypto';
import express, { type Express } from 'express';
import { openBare } from './database.ts';

interface EntryRow {
  readonly id: number;
  readonly namespace: string;
  readonly text: string;
  readonly score: number;
  readonly created_at: number;
}

/**
 * Lines as rows of a table, of which those that were replaced are kept; and a full-text index of SQLite's own over them,
 * ranked by its BM25, which is made before the first search.
 */
export function memoryRoutes(app: Express, dataDir: string): void {
  const database = openBare(dataDir, 'bare-memory.db');
  database.exec(`
    CREATE TABLE IF NOT EXISTS entries (
      id INTEGER PRIMARY KEY, entry_id TEXT NOT NULL UNIQUE, namespace TEXT NOT NULL, text TEXT NOT NULL,
      created_at INTEGER NOT NULL, superseded_at INTEGER
    ) STRICT;
    CREATE INDEX IF NOT EXISTS entries_in_order ON entries (namespace, id) WHERE superseded_at IS NULL;
    CREATE VIRTUAL TABLE IF NOT EXISTS found USING fts5(text, content = 'entries', content_rowid = 'id');
  `);
  const supersede = database.prepare(
    'UPDATE entries SET superseded_at = ? WHERE namespace = ? AND superseded_at IS NULL',
  );
  const add = database.prepare(
    'INSERT INTO entries (entry_id, namespace, text, created_at) VALUES (?, ?, ?, ?)',
  );
  const replace = database.transaction((namespace: string, lines: readonly string[]) => {
    const now = Date.now();
    supersede.run(now, namespace);
    for (const line of lines) add.run(randomUUID(), namespace, line, now);
  });
  app.put('/api/memory/:ns', express.json({ limit: '4mb' }), ({ params, body }, response) => {
    const { content } = body as { readonly content: string };
    const lines = content.split('\n').filter((line) => line !== '');
    replace(params.ns, lines);
    response.json({ namespace: params.ns, added: lines.length, kept: 0, superseded: 0 });
  });

  const search = database.prepare<[string], EntryRow>(
    `SELECT entries.*, -bm25(found) AS score FROM found JOIN entries ON entries.id = found.rowid
     WHERE found MATCH ? ORDER BY rank LIMIT 10`,
  );
  let isIndexed = false;
  app.get('/api/memory/search', ({ query }, response) => {
    if (!isIndexed) database.exec("INSERT INTO found (found) VALUES ('rebuild')");
    isIndexed = true;
    const words = String(query['q']).match(/[\p{L}\p{Nd}]+/gu) ?? [];
    const rows = search.all(words.map((word) => `"${word}"`).join(' OR '));
    response.json({
      entries: rows.map(({ id, namespace, text, score, created_at: at }) => {
        return { id: String(id), namespace, text, score, createdAt: new Date(at).toISOString() };
      }),
    });
  });
}
