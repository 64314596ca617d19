import { refusalsInText } from '../../../core/kernel/refusal.ts';

/** What the tool server itself refuses; everything else is the engine's. */
export const refuse = refusalsInText({
  engine_lost: {
    kind: 'unreachable',
    detail:
      'The engine stopped while it worked on this call. What was started may have ended; poll it, or call again: the next call reaches an engine, or starts one.',
  },
  engine_not_available: {
    kind: 'unavailable',
    detail:
      'The engine can neither be reached nor started. The tool server has written the reason to its standard error, which agent hosts keep as the log of this server; "svc status" in a terminal of its machine says it, too. When that is mended, call again.',
  },
});
