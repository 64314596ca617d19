// The service worker: it keeps the page's own files and says what the page is while svc is not running. It has no answer
// of the API, because a browser's cache outlives the login and what was erased: such requests never pass through it.
import { CACHE_PREFIX } from './cache.ts';
import type { News } from './news.ts';

/** Put in by the build: another one with each build. */
declare const BUILD: string;

interface Extendable extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Message extends Extendable {
  readonly data: News;
}
interface Clicked extends Extendable {
  readonly notification: Notification;
}
interface Page {
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  postMessage(opened: { readonly address: string }): void;
}
interface Worker {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Page[]>;
    openWindow(address: string): Promise<unknown>;
  };
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(type: 'message', listener: (event: Message) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void;
}
const worker = globalThis as unknown as Worker;

const CACHE = CACHE_PREFIX + BUILD;
/** What is shown in place of the page while svc is not running. */
const SCREEN = '/offline.html';
/** What it is made of. */
const OF_SCREEN = ['/offline.css', '/offline.js', '/icon.svg'];

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOthers()));
worker.addEventListener('message', (event) => event.waitUntil(tell(event.data)));
worker.addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification)));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate' && (pathname === '/' || pathname === '/index.html'))
    event.respondWith(fetch(request).catch(async () => await kept(SCREEN)));
  else if (OF_SCREEN.includes(pathname))
    event.respondWith(fetch(request).catch(async () => await kept(pathname)));
  // The name of such a file changes with its content.
  else if (pathname.startsWith('/assets/')) event.respondWith(keptOrLoaded(request));
});

async function install(): Promise<void> {
  await (await caches.open(CACHE)).addAll([SCREEN, ...OF_SCREEN]);
  await worker.skipWaiting();
}

async function dropOthers(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE) await caches.delete(name);
}

const kept = async (path: string): Promise<Response> =>
  (await (await caches.open(CACHE)).match(path)) ?? Response.error();

async function keptOrLoaded(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request);
  if (found) return found;
  const response = await fetch(request);
  // A full disk is no reason to refuse the file.
  if (response.ok) await cache.put(request, response.clone()).catch(() => undefined);
  return response;
}

const pages = async (): Promise<readonly Page[]> =>
  await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

async function tell({ title, body, tag, address }: News): Promise<void> {
  if ((await pages()).some(({ visibilityState }) => visibilityState === 'visible')) return;
  await worker.registration.showNotification(title, { body, tag, icon: '/icon.svg', data: address });
}

/** Goes to its place: in a tab of the page if there is one. */
async function open(notification: Notification): Promise<void> {
  const address = String(notification.data);
  notification.close();
  const [page] = await pages();
  if (!page) {
    await worker.clients.openWindow(`/${address}`);
    return;
  }
  page.postMessage({ address });
  await page.focus();
}
