import { describe, expect, it } from '@jest/globals';
import { existsSync, statSync } from 'node:fs';
import { openDatabase } from '../../../src/adapters/out/sqlite/open.ts';
import { verifies } from '../../spec/verifies.ts';
import { newFile } from './database-files.ts';

describe('openDatabase', () => {
  for (const [pragma, value] of [
    ['journal_mode', 'wal'],
    // NORMAL: `sync` does the rest.
    ['synchronous', 1],
    ['foreign_keys', 1],
    ['secure_delete', 1],
    ['trusted_schema', 0],
    ['cell_size_check', 1],
    ['journal_size_limit', 64 * 1024 * 1024],
    ['busy_timeout', 5_000],
  ] as const)
    verifies('engine.databases', `sets ${pragma} to ${value}`, async () => {
      const file = newFile();
      const first = openDatabase(file);
      first.connection.exec('CREATE TABLE notes (text TEXT)');
      await first.close();
      const { connection, close } = openDatabase(file);
      connection.prepare('SELECT * FROM notes').all();
      expect(connection.pragma(pragma, { simple: true })).toBe(value);
      await close();
    });

  it('checkpoints the log into the file when it closes', async () => {
    const file = newFile();
    const { connection, close } = openDatabase(file);
    connection.exec('CREATE TABLE notes (text TEXT)');
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    await close();
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(existsSync(`${file}-shm`)).toBe(false);
  });
});
