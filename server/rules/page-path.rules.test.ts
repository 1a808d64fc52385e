import { describe, expect, it } from 'vitest';
import { acceptsPage, isApiPath, isPagePath } from './page-path.rules';

describe('a page of the web client', () => {
  it.each([
    '/',
    '/games',
    '/games/12/challenges',
    '/games/12/scoreboard/',
    '/account/confirm',
    '/admin/logs',
    '/apiary',
    '/hubs',
    '/metricsx',
    '/games/openapi',
    '/v1.2/games',
    `/a${'.'.repeat(15_800)}/b`,
    `/a${'%2e'.repeat(5000)}/b`,
  ])('is %s', (path) => {
    expect(isPagePath(path)).toBe(true);
  });

  it.each([
    '/api',
    '/API/unknown',
    '/hub/user',
    '/assets/x',
    '/static/app',
    '/openapi/v1',
    '/openapi/v1.json',
    '/swagger',
    '/swagger/index',
    '/swagger-ui/',
    '/scalar/v1',
    '/redoc',
    '/graphql',
    '/metrics',
    '/healthz',
    '/readyz',
    '/actuator/health',
    '/.well-known/openid-configuration',
    '/.git/HEAD',
    '/games/.env',
    '/%2eenv',
    '/wp-login.php',
    '/sitemap.xml',
    '/games/config%2Ejson',
    '/index.html',
    `/a${'.'.repeat(5000)}`,
    `/a/${'%2e'.repeat(5000)}/b`,
  ])('is not %s', (path) => {
    expect(isPagePath(path)).toBe(false);
  });
});

describe('an address of the API', () => {
  it.each([
    ['/api/game', true],
    ['/API/game', true],
    ['/api', false],
    ['/apiary', false],
    ['/games/api/1', false],
  ])('%s: %s', (path, is) => {
    expect(isApiPath(path)).toBe(is);
  });
});

describe('who takes a page', () => {
  it.each([undefined, '', '*/*', 'text/html', 'text/*', 'application/xhtml+xml', 'image/png, TEXT/HTML;q=0.5'])(
    'accepts %j',
    (accept) => {
      expect(acceptsPage(accept)).toBe(true);
    },
  );

  it.each(['application/json', 'image/*', 'text/event-stream'])('accepts %j and no page', (accept) => {
    expect(acceptsPage(accept)).toBe(false);
  });
});
