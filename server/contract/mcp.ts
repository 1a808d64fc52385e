import { z } from 'zod';
import { mcpEndpoints } from './mcp.endpoints';
import { defineRoutes } from './route';

const Message = z.record(z.string(), z.unknown()).describe('A message of JSON-RPC 2.0');

export const mcpRoutes = defineRoutes(mcpEndpoints, { access: 'User', scope: null })({
  call: {
    playersTool: true,
    summary:
      'The Model Context Protocol over Streamable HTTP, without sessions, for tokens of players in games that allow it: ' +
      'one message, and its answer. The tools are calls of this page and spend their budgets',
    body: Message,
    reply: Message,
    errors: ['game.mcpOff', 'game.notFound'],
  },
});
