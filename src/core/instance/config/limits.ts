import { MIB } from '../../kernel/bytes.ts';

export const configLimits = { fileBytes: MIB, jsonDepth: 64, violations: 20 } as const;
