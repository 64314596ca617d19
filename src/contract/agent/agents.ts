import { Type } from 'typebox';
import { ROLES, type AgentRole } from '../../core/instance/agents/model.ts';
import { agentLimits } from '../../core/instance/agents/limits.ts';
import { tool } from '../row.ts';
import { closed } from '../shapes.ts';

const { max, nameChars, taskChars, contextChars, turns, maxTurns, budgetUsd, maxBudgetUsd } = agentLimits;

const Words = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', description });

const roles = Object.entries(ROLES)
  .map(([role, { description }]) => `${role}: ${description}`)
  .join('; ');

/** Shown in headings and on terminal lines. */
const plainName = (name: string): string => name.replace(/[^\p{L}\p{N} ._-]+/gu, ' ').trim() || 'agent';

export const agents = [
  tool({
    name: 'spawn_agent',
    family: 'agents',
    summary:
      'Gives tasks to sub-agents that work in parallel, and waits for all of them. Each knows only what you write ' +
      'here, has a conversation of its own, cannot ask back or start others, and comes back with one answer: material ' +
      'that you judge. Use it where a task has independent parts, or where much reading leads to a short answer; not for ' +
      'work that takes a few calls of your own.',
    input: Type.Object(
      {
        agents: Type.Array(
          Type.Object(
            {
              name: Words(nameChars, 'Its name, a word or two'),
              task: Words(taskChars, 'What to do and what to answer, self-contained'),
              role: Type.Enum(Object.keys(ROLES) as AgentRole[], { description: roles }),
              context: Type.Optional(
                Words(contextChars, 'Background that it needs; it treats this as material, not as a task'),
              ),
              tools: Type.Optional(
                Type.Array(Type.String({ maxLength: 200 }), {
                  maxItems: 50,
                  description: 'Only these tools of its role',
                }),
              ),
              max_turns: Type.Optional(Type.Integer({ minimum: 1, maximum: maxTurns, default: turns })),
              max_budget_usd: Type.Optional(
                Type.Number({ exclusiveMinimum: 0, maximum: maxBudgetUsd, default: budgetUsd }),
              ),
              profile: Type.Optional(
                Words(
                  200,
                  'A model profile of your owner; by default your own model or a faster one of its family',
                ),
              ),
            },
            closed,
          ),
          { minItems: 1, maxItems: max },
        ),
      },
      closed,
    ),
    effect: 'effect',
    consent: 'read',
    boundsItsTime: true,
    handle: ({ agents }, input, call) =>
      agents.spawn(
        input.agents.map(({ name, task, role, context, tools, max_turns, max_budget_usd, profile }) => ({
          name: plainName(name),
          task: task.toWellFormed(),
          role,
          context: context?.toWellFormed() ?? null,
          tools: tools ?? null,
          maxTurns: max_turns ?? turns,
          maxBudgetUsd: max_budget_usd ?? budgetUsd,
          profile: profile ?? null,
        })),
        call,
      ),
  }),
];
