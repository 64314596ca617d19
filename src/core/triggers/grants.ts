import type { Grant } from '../consent/model.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { refuse } from './errors.ts';
import type { Trigger } from './model.ts';
import { isOfServer } from './rules.ts';

/** They end with their trigger, not by themselves. */
const FOR_GOOD = 36_500 * DAY_MS;

/**
 * What a trigger is allowed, as consents that count for it alone.
 * @throws Refusal invalid_permission for a tool of a tool server that is not configured
 */
export function grantsFor(
  { triggerId, permissions: { tools, hosts, folders } }: Pick<Trigger, 'triggerId' | 'permissions'>,
  placeOfTool: (tool: string) => string | null,
  now: number,
): readonly Omit<Grant, 'grantId'>[] {
  const all = {
    target: null,
    tool: null,
    folder: null,
    threadId: null,
    triggerId,
    by: 'owner',
    createdAt: now,
    expiresAt: now + FOR_GOOD,
    revokedAt: null,
  } as const;
  return [
    ...hosts.map((target) => ({ ...all, class: 'send_outside' as const, target })),
    ...folders.map((folder) => ({ ...all, class: 'write_local' as const, folder })),
    ...tools.map((tool) => {
      if (!isOfServer(tool)) return { ...all, class: 'write_local' as const, tool };
      const target = placeOfTool(tool);
      if (target === null)
        throw refuse.invalid_permission(
          {},
          `No tool server has a tool ${tool}. \`svc mcp show\` lists what there is.`,
        );
      return { ...all, class: 'send_outside' as const, target, tool };
    }),
  ];
}
