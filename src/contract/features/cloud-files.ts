import { cloudFiles as tools } from '../agent/cloud-files.ts';

export const cloudFiles = { tools };
