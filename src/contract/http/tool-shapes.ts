import { Type } from 'typebox';
import { switchLimits } from '../../core/instance/tool-switches/limits.ts';
import { OrNull } from '../shapes.ts';

const Name = Type.String({ pattern: switchLimits.pattern });

/** Those that are on and off, by name. */
export const Switches = Type.Unsafe<Readonly<Record<string, boolean>> | null>(
  Type.Union([Type.Record(Type.String(), Type.Boolean()), Type.Null()], {
    description:
      'The families of tools, and the tool servers (`server:` and the name), that its owner has switched on or off; null: none. What is off is neither offered nor found nor called in it; what is on is offered from the first turn, if there is room for all of it; the others are offered when they are needed',
  }),
);

export const SwitchChanges = Type.Unsafe<Readonly<Record<string, boolean | null>> | null>(
  Type.Union(
    [
      Type.Record(Name, OrNull(Type.Boolean()), {
        maxProperties: switchLimits.most,
        additionalProperties: false,
      }),
      Type.Null(),
    ],
    {
      description:
        'Families of tools, and tool servers (`server:` and the name): true switches one on, false off, and null takes its switch away, so that it is offered when it is needed; the others stay. Null takes all switches away. See GET /api/threads/:id/tools',
    },
  ),
);
