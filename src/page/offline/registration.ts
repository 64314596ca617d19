import { CACHE_PREFIX } from './cache.ts';

interface Rules {
  createScriptURL(address: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: Rules): Rules;
}

/** The one script that the page's headers let it start by its address. */
const WORKER = '/worker.js';
const rules: Rules = { createScriptURL: () => WORKER };
const policy =
  (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('own-worker', rules) ??
  rules;

/** Absent where the page came over plain http from another machine. */
const workers = (): ServiceWorkerContainer | undefined =>
  (navigator as { readonly serviceWorker?: ServiceWorkerContainer }).serviceWorker;

/** Starts the worker, or a newer one if the engine has another build by now. May be repeated; never rejects. */
export async function keepWorker(): Promise<void> {
  try {
    const registration = await workers()?.register(policy.createScriptURL(WORKER), {
      updateViaCache: 'none',
    });
    await registration?.update();
  } catch {
    // The page does without.
  }
}

/** Null where there is none. */
export const pageWorker = async (): Promise<ServiceWorker | null> =>
  (await workers()?.getRegistration())?.active ?? null;

/** Calls back with the place that a click on a notification asks for. */
export function onOpened(open: (address: string) => void): void {
  workers()?.addEventListener('message', ({ data }: MessageEvent<{ readonly address: string }>) =>
    open(data.address),
  );
  workers()?.startMessages();
}

/** The worker and all that it kept and shows leave this browser. */
export async function dropWorker(): Promise<void> {
  if (workers() === undefined) return;
  for (const registration of (await workers()?.getRegistrations()) ?? []) {
    for (const shown of await registration.getNotifications()) shown.close();
    await registration.unregister();
  }
  for (const name of await caches.keys()) if (name.startsWith(CACHE_PREFIX)) await caches.delete(name);
}
