import { insights as http } from '../http/insights.ts';

export const insights = { http };
