import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import express from 'express';
import { byPath } from '../../../src/adapters/in/http/row-routes.ts';
import { ask } from '../../e2e/http/wire.ts';

let server: Server;
let made: string[];

beforeEach(async () => {
  made = [];
  const paths = [
    '/things',
    '/things/mine',
    '/things/:id',
    '/things/mine/parts/all',
    '/things/:id/parts/:part',
  ];
  const app = express().use(
    byPath(new Map(paths.map((path) => [path, path])), (path) => {
      made.push(path);
      return ({ params }, response) => void response.json([path, params]);
    }),
    (_request, response) => void response.status(404).end(),
  );
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

async function found(target: string): Promise<unknown> {
  const { status, body } = await ask((server.address() as AddressInfo).port, { target });
  return status === 200 ? JSON.parse(body) : status;
}

test('a fixed word in a path goes before a parameter, also where only the parameter leads to a route', async () => {
  expect(await found('/things')).toEqual(['/things', {}]);
  expect(await found('/things/mine?x=/y')).toEqual(['/things/mine', {}]);
  expect(await found('/things/yours')).toEqual(['/things/:id', { id: 'yours' }]);
  expect(await found('/things/mine/parts/all')).toEqual(['/things/mine/parts/all', {}]);
  expect(await found('/things/mine/parts/1')).toEqual(['/things/:id/parts/:part', { id: 'mine', part: '1' }]);
});

test('parameters are decoded by express, and words are compared as they are', async () => {
  expect(await found('/things/a%2Fb')).toEqual(['/things/:id', { id: 'a/b' }]);
  expect(await found('/things/%zz')).toBe(400);
  for (const target of [
    '/th%69ngs',
    '/Things',
    '/things/',
    '/things//parts/1',
    '//things',
    '/things/1/parts',
    '/',
  ])
    expect([target, await found(target)]).toEqual([target, 404]);
});

test('a path is made ready at its first request, once', async () => {
  expect(made).toEqual([]);
  await found('/things/1');
  await found('/things/2');
  expect(made).toEqual(['/things/:id']);
});
