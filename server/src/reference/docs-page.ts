/** The page at `/api/docs`: no inline script, because the content security policy allows none. */
export const docsPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Vexil API</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/api/docs/viewer.css" />
    <link rel="stylesheet" href="/api/docs/look.css" />
  </head>
  <body>
    <header>
      <a href="/" aria-label="Back to the platform"><img src="/favicon.svg" alt="" width="22" height="22" />Vexil API</a>
      <nav>
        <a href="/api/openapi.json" download="vexil-openapi.json">OpenAPI document</a>
        <a href="/api/client.ts" download="vexil.ts">TypeScript client</a>
      </nav>
    </header>
    <div id="reference"><noscript>This page needs JavaScript; the document itself is at /api/openapi.json.</noscript></div>
    <script src="/api/docs/viewer.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

export const docsScript = `
const chosen = localStorage.getItem('colorScheme') ?? 'dark';
const isDark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.classList.toggle('dark-mode', isDark);
SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  tryItOutEnabled: false,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  syntaxHighlight: { theme: isDark ? 'nord' : 'idea' },
  validatorUrl: null,
});
`;

export const docsStyle = `
:root { color-scheme: light; }
:root.dark-mode { color-scheme: dark; }
body { margin: 0; background: #f5f6f9; color: #151a24; font-family: Inter, system-ui, sans-serif; }
html.dark-mode, html.dark-mode body { background: #0c0f16; color: #e7ebf3; }
header {
  display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; justify-content: space-between;
  padding: 14px 20px; border-bottom: 1px solid #dde2ea; background: #ffffff;
}
.dark-mode header { background: #131824; border-color: #242d3f; }
header a { color: inherit; text-decoration: none; }
header > a { display: flex; gap: 10px; align-items: center; font-weight: 600; font-size: 16px; }
header nav { display: flex; flex-wrap: wrap; gap: 16px; font-size: 14px; }
header nav a { color: #2f62e0; }
.dark-mode header nav a { color: #7da5ff; }
header a:focus-visible { outline: 2px solid #5b8cff; outline-offset: 3px; border-radius: 4px; }
.swagger-ui .topbar { display: none; }
.swagger-ui .wrapper { max-width: 1180px; padding: 0 20px; }
.swagger-ui, .swagger-ui .opblock-tag, .swagger-ui .info .title, .swagger-ui .opblock .opblock-summary-description,
.swagger-ui .btn, .swagger-ui table thead tr th, .swagger-ui .parameter__name { font-family: Inter, system-ui, sans-serif; }
.swagger-ui .info { margin: 24px 0; }
.swagger-ui .info .title { font-size: 28px; }
.swagger-ui .info p, .swagger-ui .info li { max-width: 76ch; margin: 1em 0; line-height: 1.55; font-family: Inter, system-ui, sans-serif; }
.swagger-ui .info .link { display: none; }
.swagger-ui .opblock-tag { font-size: 20px; }
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code {
  padding: 1px 5px; border-radius: 4px; background: #eceff4; color: #274fb1; font-weight: 500;
}
html.dark-mode .swagger-ui .markdown code, html.dark-mode .swagger-ui .renderedMarkdown code {
  background: #1a2130; color: #a0befe;
}
html.dark-mode .swagger-ui, html.dark-mode .swagger-ui .scheme-container { background: transparent; box-shadow: none; }
html.dark-mode .swagger-ui .opblock .opblock-section-header { background: rgb(255 255 255 / 5%); box-shadow: none; }
.swagger-ui .opblock { border-radius: 8px; box-shadow: none; }
.swagger-ui .opblock .opblock-summary-path { word-break: break-word; }
.dark-mode .swagger-ui .scheme-container { background: transparent; box-shadow: none; }
.swagger-ui .scheme-container { background: transparent; box-shadow: none; padding: 0 0 8px; }
`;
