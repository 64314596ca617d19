import { told as http } from '../http/told.ts';

export const told = { http };
