import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** What the page uses of the browser; everything else is refused to it, and to whatever gets into it. */
const UNUSED_FEATURES = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

const SELF = ["'self'"];
const NONE = ["'none'"];

/** Plain HTTP on loopback: no upgrade to TLS. */
const fromHelmet = helmet({
  strictTransportSecurity: false,
  frameguard: { action: 'deny' },
  // Links in answers lead to other machines, which are not told of a thread's address.
  referrerPolicy: { policy: 'no-referrer' },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': SELF,
      'script-src': SELF,
      'style-src': SELF,
      // An artifact in a frame is under the page's policy, too, and brings its pictures within its text.
      'img-src': [...SELF, 'data:'],
      'font-src': SELF,
      // An answer that is read aloud.
      'media-src': ['blob:'],
      'connect-src': SELF,
      'form-action': SELF,
      'base-uri': NONE,
      'frame-ancestors': NONE,
      'object-src': NONE,
      // The frame that draws diagrams (diagram-frame.ts). What an artifact's frame shows is text that the page has.
      'frame-src': SELF,
      // No text becomes HTML or code by assignment, but for the one place that closes a frame off (artifacts/frame.tsx).
      'require-trusted-types-for': ["'script'"],
      // The other one knows a single address: the page's service worker (offline/registration.ts).
      'trusted-types': ['artifact-frame', 'own-worker'],
    },
  },
});

const permissions = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ');

/** The headers of every answer, on every port: the page loads its own files, asks its own origin, and is in no frame. */
export const securityHeaders: RequestHandler = (request, response, next) => {
  response.setHeader('Permissions-Policy', permissions);
  fromHelmet(request, response, next);
};

/** Answers are kept by no cache; files whose name changes with their content say otherwise. */
export const uncached: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
