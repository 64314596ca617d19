import { Type } from 'typebox';
import { json } from '../row.ts';
import { Time, time } from '../shapes.ts';

export const auth = {
  'auth.token': json({
    route: 'GET /api/auth/token',
    does: 'The token of this engine, made at the first call. To ask for it closes nothing.',
    status: 200,
    refuses: [],
    returns: Type.Object({
      token: Type.String(),
      createdAt: Type.Union([Time, Type.Null()], {
        description: 'Null for a token that was given by the environment',
      }),
    }),
    handle: async ({ auth }) => {
      const { token, createdAt } = await auth.token();
      return { token, createdAt: createdAt === null ? null : time(createdAt) };
    },
  }),
};
