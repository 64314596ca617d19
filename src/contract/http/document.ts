import { Type } from 'typebox';
import { openApi, type ApiDescription } from '../openapi.ts';
import { json } from '../row.ts';

/** `api` is called with each request, because it contains this row, and no start has to wait for the document. */
export const document = (api: () => ApiDescription) => ({
  'contract.document': json({
    route: 'GET /api/openapi.json',
    who: 'person',
    summary: 'This document, generated from the rows that validate the requests.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Type.Object({ openapi: Type.String() }),
    handle: async ({ engine }) => openApi(api(), engine.version),
  }),
});
