import { Type } from 'typebox';
import { refuseStorage } from '../../core/kernel/storage-refusals.ts';
import { refuseRequest } from '../problem.ts';
import { json } from '../row.ts';

const Healthy = Type.Object({ status: Type.Literal('ok') });
const healthy = async () => ({ status: 'ok' as const });

export const health = {
  'health.get': json({
    route: 'GET /health',
    does: 'Says that the process serves. Nothing more, to anybody.',
    status: 200,
    refuses: [],
    open: true,
    returns: Healthy,
    handle: healthy,
  }),
  'health.getUnderApi': json({
    route: 'GET /api/health',
    does: 'The same as /health.',
    status: 200,
    refuses: [],
    open: true,
    returns: Healthy,
    handle: healthy,
  }),
  'health.ready': json({
    route: 'GET /readyz',
    does: 'Says whether new work is taken: 503 with a reason while starting, restoring or draining, and while a store is damaged.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Type.Object({ status: Type.Literal('ready') }),
    handle: async ({ engine }) => {
      const reason = engine.notReady();
      if (reason !== null) throw refuseRequest.not_ready({ reason });
      const [store] = engine.damagedStores();
      if (store !== undefined) throw refuseStorage.store_corrupt({ store });
      return { status: 'ready' as const };
    },
  }),
};
