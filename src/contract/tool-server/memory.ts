import { Type } from 'typebox';
import { closed } from '../shapes.ts';
import { toolServerRow } from './row.ts';

/** The names of the namespaces, and those that the tool table of the specification uses for them. */
const NAMESPACES = {
  knowledge: 'knowledge',
  methods: 'methods',
  status: 'status',
  learnings: 'learnings',
  facts: 'knowledge',
  skills: 'methods',
  context: 'status',
  errors: 'learnings',
} as const;

export const svcMemory = toolServerRow({
  name: 'svc_memory',
  who: 'starter',
  needs: 'read',
  title: 'Read the memory',
  summary:
    'Read what svc remembers: knowledge (facts about the user and the world), methods (ways that work), status (what is ' +
    'going on now) or learnings (mistakes and lessons). They are also called facts, skills, context and errors.',
  input: Type.Object(
    { namespace: Type.Enum(Object.keys(NAMESPACES) as (keyof typeof NAMESPACES)[]) },
    closed,
  ),
  output: Type.Object({
    namespace: Type.String(),
    content: Type.String({ description: 'One entry per line; empty if nothing is remembered' }),
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  handle: async (engine, input) => {
    const ns = NAMESPACES[input.namespace];
    const { content } = await engine['memory.read']({ params: { ns } });
    return {
      structured: { namespace: ns, content },
      text: content === '' ? `Nothing is remembered in ${ns}.` : content,
    };
  },
});
