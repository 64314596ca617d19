/** How the names of the worker's caches begin: one for each build. */
export const CACHE_PREFIX = 'svc-page-';
