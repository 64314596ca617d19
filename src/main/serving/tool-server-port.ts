import { createHash, timingSafeEqual } from 'node:crypto';
import { toolServerApp } from '../../adapters/in/http/tool-server/app.ts';
import type { Admission } from '../../adapters/in/http/tool-server/bearer.ts';
import { mcpLimits } from '../../adapters/in/mcp/limits.ts';
import { isOwnToken } from '../../contract/row.ts';
import type { EngineClient } from '../../contract/tool-server/row.ts';
import { toolRunLimits } from '../../core/execution/tool-runs/limits.ts';
import { accessChanges } from './access-changes.ts';
import { listenOnPort, type Listening } from './listen.ts';
import { toolsOverHttp, type ToolServerParts } from './tool-server.ts';

const EVERYWHERE = '0.0.0.0';
const LOOPBACK = '127.0.0.1';
/** Of a secret in the vault; then it is time for a new one. */
const OLD_DAYS = 90;

const { secretChars } = toolRunLimits;

type Found = Awaited<ReturnType<EngineClient['toolServer.admit']>>;

export interface ToolServerPort extends Listening {
  readonly host: string;
}

/**
 * The tool server over HTTP: without a secret for this machine alone, with one for every machine.
 * @throws UnusableSetup if the port cannot be opened
 */
export async function openToolServerPort(parts: ToolServerParts): Promise<ToolServerPort> {
  const { settings, platform, link, tell } = parts;
  const { secret, port, certificate } = settings.toolServer;
  const found = secret === null ? await link.client['toolServer.admit']({ body: { bearer: null } }) : null;
  const isOpenToOthers = secret !== null || found?.required === true;
  for (const line of warningsOf(isOpenToOthers, certificate !== null, secret, found)) tell(line);
  const { protocol, close } = await toolsOverHttp(parts);
  const changes = accessChanges(link, platform.clock);
  const app = toolServerApp({
    ...settings.toolServer,
    ...platform,
    protocol,
    admits: admission(secret, link, isOpenToOthers),
    changes,
    messageBytes: mcpLimits.messageBytes,
    allMessagesBytes: mcpLimits.allMessagesBytes,
  });
  const host = isOpenToOthers ? EVERYWHERE : LOOPBACK;
  const listening = await listenOnPort(app, { host, port, certificate }, platform, 'SVC_MCP');
  return {
    host,
    port: listening.port,
    close: async () => {
      changes.close();
      await close();
      await listening.close();
    },
  };
}

function warningsOf(
  isOpen: boolean,
  isSecure: boolean,
  secret: string | null,
  found: Found | null,
): readonly string[] {
  if (!isOpen) return [];
  const warnings = isSecure
    ? []
    : [
        'The secret travels in cleartext over plain HTTP: set SVC_TLS_CERT and SVC_TLS_KEY, or put a reverse proxy that terminates TLS in front of this port.',
      ];
  const short = `has fewer than ${secretChars} characters, so it could be guessed`;
  if (secret !== null && secret.length < secretChars)
    warnings.push(`SVC_MCP_SECRET ${short}: take one from openssl rand -hex 32.`);
  if (found?.isShort)
    warnings.push(
      `The secret SVC_MCP_SECRET in the vault ${short}: store one from openssl rand -hex 32 with "svc secret set SVC_MCP_SECRET".`,
    );
  const days = found?.secretAgeDays ?? null;
  if (days !== null && days > OLD_DAYS)
    warnings.push(
      `The secret SVC_MCP_SECRET in the vault is ${days} days old: store a new one with "svc secret set SVC_MCP_SECRET".`,
    );
  return warnings;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A port that other machines reach stays closed when its secret is removed from the vault. */
function admission(
  secret: string | null,
  { client }: ToolServerParts['link'],
  isOpenToOthers: boolean,
): Admission {
  if (secret !== null) {
    const wanted = digest(secret);
    return async (bearer) => {
      if (bearer !== null && isOwnToken(bearer))
        return (await client['toolServer.admit']({ body: { bearer } })).admitted;
      return bearer !== null && timingSafeEqual(digest(bearer), wanted);
    };
  }
  return async (bearer) => {
    const { required, admitted, closed } = await client['toolServer.admit']({ body: { bearer } });
    if (closed) return 'closed';
    const isOwn = bearer !== null && isOwnToken(bearer);
    return admitted && (required || isOwn || !isOpenToOthers);
  };
}
