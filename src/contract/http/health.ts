import { Type } from 'typebox';
import { refuseRequest } from '../problem.ts';
import { json } from '../row.ts';

const Healthy = Type.Object({ status: Type.Literal('ok') });
const healthy = async () => ({ status: 'ok' as const });

export const health = {
  'health.get': json({
    route: 'GET /health',
    who: 'open',
    summary: 'Says that the process is up, and nothing more.',
    status: 200,
    refuses: [],
    open: true,
    returns: Healthy,
    handle: healthy,
  }),
  'health.getUnderApi': json({
    route: 'GET /api/health',
    who: 'open',
    summary: 'The same as /health.',
    status: 200,
    refuses: [],
    open: true,
    returns: Healthy,
    handle: healthy,
  }),
  'health.ready': json({
    route: 'GET /readyz',
    who: 'person',
    summary:
      'Says whether the engine takes new work: 503 with a reason while starting, restoring or draining, while a store is damaged or of a newer version, and while the data directory is not where it was.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Type.Object({
      status: Type.Literal('ready'),
      storage: Type.Optional(Type.Literal('postgres', { description: 'Where files do not keep the data' })),
    }),
    handle: async ({ engine }) => {
      const reason = engine.notReady();
      if (reason !== null) throw refuseRequest.not_ready({ reason });
      const problem = engine.directoryProblem();
      if (problem !== null) throw refuseRequest.not_ready({ reason: 'data_directory' }, problem);
      const [refused] = engine.refusedStores();
      if (refused) throw refused;
      return { status: 'ready' as const, ...(engine.isOnServer ? { storage: 'postgres' as const } : {}) };
    },
  }),
};
