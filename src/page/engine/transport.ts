import type { Transport } from '../../contract/client.ts';
import { bearer, loggedIn } from './login.ts';

/**
 * The one `fetch` of the page: to its own origin, and with the login. A request that needs a login waits until
 * there is one; it was refused before the engine did anything, so it is sent again.
 */
export const transport: Transport = async (path, init) => {
  for (;;) {
    const token = bearer();
    const response = await fetch(path, {
      ...init,
      // Each route takes JSON only, so that no form of another page can reach it.
      headers: {
        'content-type': 'application/json',
        ...init.headers,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
    });
    if (response.status !== 401) return response;
    await loggedIn(token);
  }
};
