import type { Endpoints } from './endpoint';
import { writeupSizeBytesMax } from './writeup.limits';

export const questionEndpoints = {
  list: { method: 'GET', path: '/api/game/:id/questions' },
  answer: { method: 'POST', path: '/api/game/:id/questions/:questionId/answer' },
  upload: {
    method: 'POST',
    path: '/api/game/:id/questions/:questionId/file',
    upload: { field: 'file', sizeBytesMax: writeupSizeBytesMax },
  },
} as const satisfies Endpoints;
