import { artifacts as tools } from '../agent/artifacts.ts';
import { artifacts as http } from '../http/artifacts.ts';

export const artifacts = { http, tools };
