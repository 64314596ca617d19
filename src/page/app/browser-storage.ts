/** What would be kept in the browser, kept until the page is closed. As with the browser's own, its keys are its properties. */
class KeptInPage {
  [key: string]: unknown;

  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }

  setItem(key: string, value: string): void {
    Object.defineProperty(this, key, { value, configurable: true, enumerable: true, writable: true });
  }

  removeItem(key: string): void {
    if (Object.hasOwn(this, key)) Reflect.deleteProperty(this, key);
  }

  clear(): void {
    for (const key of Object.keys(this)) this.removeItem(key);
  }
}

/**
 * A browser may block its storage for a page: then each look at it throws. From now on the page has one of its own in that
 * place, and works; only nothing outlasts it. Called before anything of the page looks there.
 */
export function ensureStorage(scope: object = globalThis): void {
  try {
    (scope as { localStorage: Storage }).localStorage.getItem('svc');
  } catch {
    Object.defineProperty(scope, 'localStorage', { value: new KeptInPage(), configurable: true });
  }
}
