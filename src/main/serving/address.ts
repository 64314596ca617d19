import type { PortSettings } from '../http-settings.ts';

/** Of a port that is open. */
export const addressOf = (
  { host, certificate }: Pick<PortSettings, 'host' | 'certificate'>,
  port: number,
): string => `${certificate ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}/`;
