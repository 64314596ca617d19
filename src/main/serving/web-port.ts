import { webApp } from '../../adapters/in/http/web/app.ts';
import type { Platform } from '../platform.ts';
import type { WebSettings } from '../web-settings.ts';
import { isLoopback, listenOnPort, type Listening } from './listen.ts';

/** The page on a port of its own, which forwards to an engine. @throws UnusableSetup if the port cannot be opened */
export async function serveWeb(settings: WebSettings, platform: Platform): Promise<Listening> {
  const app = webApp({ ...platform, ...settings, isOpenToOthers: !isLoopback(settings.host) });
  return await listenOnPort(app, settings, platform, 'SVC_WEB');
}
