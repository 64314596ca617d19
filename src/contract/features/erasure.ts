import { erasure as commands } from '../cli/erasure.ts';
import { erasure as http } from '../http/erasure.ts';

export const erasure = { http, commands };
