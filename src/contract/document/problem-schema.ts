/** RFC 9457 with members of our own. */
export const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'error'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What happened and what to do' },
    instance: { type: 'string', description: 'The id of the request, also in X-Request-Id and in the log' },
    code: { type: 'string', description: 'Stable, for programs' },
    error: { type: 'string', description: 'The same text as detail' },
    says: {
      type: 'array',
      items: { $ref: '#/components/schemas/Says' },
      description: 'What detail says, as data',
    },
  },
};
