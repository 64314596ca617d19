import type { RequestListener } from 'node:http';
import { httpApp } from '../../adapters/in/http/app.ts';
import { directWay, type DirectWay } from '../../adapters/in/http/direct/way.ts';
import type { RowDeps } from '../../adapters/in/http/carry-out.ts';
import type { TokenOfPort } from '../../adapters/in/http/entrance.ts';
import { refuseRequest } from '../../contract/problem.ts';
import { proofOfOwner, type Proof } from '../../contract/row.ts';
import { httpRows, socketRows } from '../../contract/http/rows.ts';
import type { Refusal } from '../../core/kernel/refusal.ts';
import type { Says } from '../../core/kernel/says.ts';
import type { LoginService } from '../../core/trust/auth/logins.ts';
import type { Services } from '../../core/features.ts';
import type { Engine } from '../boot.ts';
import { openaiFace } from './openai-face.ts';
import type { Platform } from '../platform.ts';

export interface SurfaceOptions {
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly token: TokenOfPort;
  /** As in `PortSettings`; absent: in none. */
  readonly proxyUserHeader?: string | null;
  /** The origin at which browsers reach the page; absent: it was not said. */
  readonly publicUrl?: string | null;
  /** For the private socket: serves the rows that ports do not serve, too. */
  readonly isPrivate?: boolean;
  /** In tests: an answer that its row does not declare is a fault. */
  readonly strict?: boolean;
}

interface DirectOptions extends Pick<SurfaceOptions, 'strict'> {
  /** Who asks; absent: whoever runs this process, who owns the files. */
  readonly proof?: Proof | null;
}

/** The port may outlive the engine: without one, every route but health answers 503. */
export interface EngineSlot {
  engine: Engine | null;
  reason: string;
  /** What is said of it; absent: that it is not ready. */
  says?: Says | undefined;
  /** While the engine restarts for a restore: the one before, which tells how far that is. */
  before?: Engine | null;
}

export function httpSurface(slot: EngineSlot, platform: Platform, options: SurfaceOptions): RequestListener {
  const { strict = false, isPrivate = false, proxyUserHeader = null, publicUrl = null, ...checks } = options;
  const served = servedBy(slot);
  return httpApp({
    ...platform,
    ...served,
    rows: isPrivate ? socketRows : httpRows,
    withoutToken: isPrivate ? 'files' : 'open',
    access: served.services,
    proxyUserHeader,
    faces: isPrivate
      ? []
      : [openaiFace(served, () => slot.engine?.services ?? null, platform, { strict, publicUrl })],
    logins: () => (slot.engine ? slot.engine.services.logins : loginsRead(served.duringRestore().logins)),
    strict,
    ...checks,
  });
}

/** What the private socket serves, for this process: without the socket. */
export const directSurface = (
  slot: EngineSlot,
  platform: Platform,
  { strict = false, proof = proofOfOwner('files') }: DirectOptions = {},
): DirectWay<typeof socketRows> => {
  const served = servedBy(slot);
  return directWay(socketRows, {
    ...platform,
    ...served,
    strict,
    proof,
    byToken: async (token) => await served.services().signIn.byToken(token, { records: true }),
  });
};

function servedBy(slot: EngineSlot): Pick<RowDeps, 'services' | 'duringRestore'> {
  const services = (): Services => {
    if (slot.engine === null) throw notReady(slot);
    return slot.engine.services;
  };
  return { services, duringRestore: () => (slot.engine ?? slot.before)?.services ?? services() };
}

/** Why requests are refused now. */
export const notReady = ({ reason, says }: EngineSlot): Refusal => refuseRequest.not_ready({ reason }, says);

/** Of an engine that has stopped: its logins count, and nothing is written. */
function loginsRead(logins: LoginService): Pick<LoginService, 'open' | 'use' | 'isOpen' | 'end' | 'idOf'> {
  const notNow = () => Promise.reject(refuseRequest.not_ready({ reason: 'restoring' }));
  return {
    isOpen: (value, token) => logins.isOpen(value, token),
    idOf: (value, token) => logins.idOf(value, token),
    use: async (value, token) => ({ isOpen: logins.isOpen(value, token), isRenewed: false }),
    open: notNow,
    end: notNow,
  };
}
