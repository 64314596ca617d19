import express, { type RequestHandler } from 'express';

/** The plain page that speaks the same API as everybody else. It holds no data of its own. */
export const pageFiles = (folder: string): RequestHandler =>
  express.static(folder, { cacheControl: false, redirect: false });
