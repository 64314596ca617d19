import { heading } from './headings.ts';
import { long, quick, type Requirements } from './requirement.ts';

const { service, endpoints, httpApi, authentication, versioning } = heading;

/** What the service is, how to reach it, and who may. */
export const ofTheService = [
  quick(service, {
    'service.local':
      'All user data stays on this machine: only the model request leaves it, to the provider that is configured.',
    'service.providers':
      'Several providers are supported: primary, Chat Completions, a Messages proxy, cloud-hosted; and named profiles.',
    'service.api-store':
      'API profiles are put into the context of the agent and enforced when it calls the APIs through http_request.',
  }),
  quick([service, endpoints], {
    'service.http-api': 'There is an HTTP API (REST plus Server-Sent Events) at {base_url}/api.',
  }),
  long(service, {
    'service.tool-server':
      'There is a tool-protocol server, over standard input and output or over HTTP, with tools and asynchronous runs.',
    'service.mcp-client':
      'An MCP client connects to external tool servers and offers their tools to the agent.',
    'service.backups':
      'The engine makes encrypted SQLite-snapshot backups of the data, and can upload them to a cloud drive.',
    'service.single-user':
      'The default mode is single-user and intended for local use: it listens on this machine only.',
  }),

  long('ours: behaviour', {
    'release.package':
      'make release makes a package that installs with npm alone and holds only what runs, with licences, a list of parts and checksums.',
    'release.same': 'The same commit gives the same package, byte for byte.',
  }),

  // Endpoints
  long(endpoints, {
    'http.default-port': 'With --http-api alone the engine listens on port 3100 by default.',
  }),
  quick(endpoints, {
    'http.image-port': 'The web UI image proxies the API on port 3000.',
    'http.json': 'JSON bodies use Content-Type: application/json.',
    'http.sse': 'Run streams use Server-Sent Events.',
  }),
  quick(versioning, {
    'http.no-version-segment': 'The HTTP API paths carry no version segment (prefix /api).',
  }),
  quick([httpApi, authentication], {
    'health.both-paths': 'GET /health and GET /api/health return {status: ok} without auth.',
  }),
  quick(httpApi, {
    'metrics.json': 'GET /api/metrics returns metrics.',
  }),

  // Authentication
  quick(authentication, {
    'auth.open-by-default': 'In single-user mode, the default, there is no authentication.',
  }),
  quick([authentication, httpApi], {
    'auth.token':
      'GET /api/auth/token generates or retrieves an auth token, which stays the same across restarts.',
  }),

  // Ours: how it is delivered
  long('ours: behaviour', {
    'deploy.compose':
      'A compose file runs the engine with a token and the page beside it, both with a read-only root, no capabilities and a health check.',
    'deploy.image': 'The image is built from the contents of the repository and does not run as root.',
  }),
] satisfies Requirements;
