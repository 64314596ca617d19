import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { removeTemporaryDirs, startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';

const folder = new URL('../../../src/adapters/in/http/page/', import.meta.url);
const files = readdirSync(folder);
const source = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

describe('the page', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(async () => {
    await engine.stop();
    removeTemporaryDirs();
  });

  it('is HTML that loads only from its own origin and cannot be framed', async () => {
    const response = await fetch(`${engine.baseUrl}/`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).toBe(source('index.html'));
  });

  it('loads everything that it references, with the right types', async () => {
    const html = [...source('index.html').matchAll(/(?:src|href)="([^"]+)"/gu)];
    const modules = files.flatMap((name) => [...source(name).matchAll(/from '\.\/([^']+)'/gu)]);
    const named = new Set([...html, ...modules].map(([, name]) => name ?? ''));
    expect([...named, 'index.html'].toSorted()).toEqual(files.toSorted());
    for (const name of named) {
      const response = await fetch(`${engine.baseUrl}/${name}`);
      expect([name, response.status]).toEqual([name, 200]);
      expect(response.headers.get('content-type')).toContain(typeOf(name));
      expect(await response.text()).toBe(source(name));
    }
  });

  it('references only existing elements', () => {
    const ids = new Set([...source('index.html').matchAll(/ id="([^"]+)"/gu)].map(([, id]) => id));
    const asked = ['page.js', 'settings.js', 'secrets.js', 'allowed.js', 'costs.js'].flatMap((name) => [
      ...[...source(name).matchAll(/\b(?:get|on)\('([^']+)'/gu)].map(([, id]) => id),
      ...[...source(name).matchAll(/= \[([^\]]+)\]\.map\(get\)/gu)].flatMap(([, list = '']) =>
        [...list.matchAll(/'([^']+)'/gu)].map(([, id]) => id),
      ),
    ]);
    expect(asked.filter((id) => !ids.has(id))).toEqual([]);
    expect(asked.length).toBeGreaterThan(5);
  });

  it.each(files)('%s has nothing inline, nothing from outside and never makes HTML of text', (name) => {
    const text = source(name);
    expect(text.match(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+\s*=\s*["']|javascript:/giu)).toBeNull();
    expect(
      text.replace('http://www.w3.org/2000/svg', '').match(/\b(?:https?|wss?):|data:\w+\/|["'(]\/\//giu),
    ).toBeNull();
    expect(
      text.match(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|console\./gu),
    ).toBeNull();
  });

  verifies('config.schedule.no-control', 'has no control for backup_schedule', async () => {
    await engine.client['config.set']({ body: { backup_schedule: '0 3 * * *' } });
    for (const name of files) {
      expect([name, (await (await fetch(`${engine.baseUrl}/${name}`)).text()).includes('_schedule')]).toEqual(
        [name, false],
      );
    }
  });

  it('is smaller than 61 kB in total', () => {
    const bytes = files.map((name) => readFileSync(new URL(name, folder)).length);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(61_000);
  });
});

const TYPES = { html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' } as const;
const typeOf = (name: string): string => TYPES[name.split('.').at(-1) as keyof typeof TYPES];

interface SseEvent {
  readonly type: string;
  readonly data: string;
  readonly id: string | undefined;
}
interface Sse {
  readonly SseParser: new () => { push(bytes: Uint8Array): SseEvent[] };
  readEvents(body: ReadableStream<Uint8Array>): AsyncIterable<SseEvent>;
}

interface Changes {
  reviewOf(set: object, kept: readonly string[]): unknown;
  outcomeOf(answer: object): readonly string[];
}

describe("the page's review of changes", () => {
  it("sends the person's decision", async () => {
    const { reviewOf, outcomeOf } = (await import(new URL('changes.js', folder).pathname)) as Changes;
    const set = { runId: 'r', files: [{ path: 'a' }, { path: 'b' }] };
    expect(reviewOf(set, ['a', 'b'])).toEqual({ action: 'accept', runId: 'r' });
    expect(reviewOf(set, [])).toEqual({ action: 'rollback', runId: 'r' });
    expect(reviewOf(set, ['b'])).toEqual({ action: 'partial', runId: 'r', rolledBackFiles: ['a'] });
    expect(outcomeOf({ accepted: 1, rolledBack: 0, failed: [{ path: 'a', reason: 'Because.' }] })).toEqual([
      '1 kept, 0 undone.',
      'a: Because.',
    ]);
  });
});

describe("the page's reader of event streams", () => {
  let sse: Sse;
  beforeAll(async () => {
    sse = (await import(new URL('sse.js', folder).pathname)) as Sse;
  });

  const nasty = new TextEncoder().encode(
    '\uFEFF: a comment\r\n\r\n' +
      'id: 1\nevent: text\ndata: {"text":"grüße 🎉 ‚€‘"}\n\n' +
      'event: nothing\n\n' +
      'data: first\r\ndata:second\r\ndata:\r\ndata:  two spaces\r\nid:2\r\n\r\n' +
      ': heartbeat\n\n' +
      'data\rdata\r\r' +
      'ignored: x\nretry: 10\ndata: a:b: c\nid: 3\nevent: done\n\n\n\n' +
      'id: nul\0\ndata: no id\n\n' +
      'data: never finished\n',
  );
  const expected: readonly SseEvent[] = [
    { type: 'text', data: '{"text":"grüße 🎉 ‚€‘"}', id: '1' },
    { type: 'message', data: 'first\nsecond\n\n two spaces', id: '2' },
    { type: 'message', data: '\n', id: undefined },
    { type: 'done', data: 'a:b: c', id: '3' },
    { type: 'message', data: 'no id', id: undefined },
  ];
  const parsed = (...chunks: readonly Uint8Array[]): SseEvent[] => {
    const parser = new sse.SseParser();
    return chunks.flatMap((chunk) => parser.push(chunk));
  };

  it('reads the same events wherever the stream is split', () => {
    expect(parsed(nasty)).toEqual(expected);
    expect(parsed(...Array.from(nasty, (byte) => Uint8Array.of(byte)))).toEqual(expected);
    for (let cut = 0; cut <= nasty.length; cut++)
      expect(parsed(nasty.subarray(0, cut), nasty.subarray(cut))).toEqual(expected);
  });

  it('reads them from a body, and releases it when its own reader stops', async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(nasty),
      cancel: () => {
        cancelled = true;
      },
    });
    for await (const event of sse.readEvents(body)) {
      expect(event).toEqual(expected[0]);
      break;
    }
    expect(cancelled).toBe(true);
  });
});
