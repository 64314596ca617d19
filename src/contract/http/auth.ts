import { Type } from 'typebox';
import { json } from '../row.ts';
import { Time, time } from '../shapes.ts';

export const auth = {
  'auth.token': json({
    route: 'GET /api/auth/token',
    who: 'owner',
    summary:
      'The token of this engine, generated at the first call. Requesting it does not make it required.',
    status: 200,
    refuses: [],
    returns: Type.Object({
      token: Type.String(),
      createdAt: Type.Union([Time, Type.Null()], {
        description: 'Null for a token from the environment',
      }),
    }),
    handle: async ({ auth }) => {
      const { token, createdAt } = await auth.token();
      return { token, createdAt: createdAt === null ? null : time(createdAt) };
    },
  }),
};
