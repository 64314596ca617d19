import { Type } from 'typebox';
import { openApi } from '../openapi.ts';
import { json, type HttpRows } from '../row.ts';

/** `rows` is called lazily, because the table contains this row. */
export const document = (rows: () => HttpRows) => ({
  'contract.document': json({
    route: 'GET /api/openapi.json',
    summary: 'This document, generated from the rows that validate the requests.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Type.Object({ openapi: Type.String() }),
    handle: async ({ engine }) => openApi(rows(), engine.version),
  }),
});
