import type { Endpoints } from './endpoint';

export const mcpEndpoints = {
  call: { method: 'POST', path: '/mcp' },
} as const satisfies Endpoints;
