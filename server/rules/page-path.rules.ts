// Other unknown addresses get a refusal in JSON, so programs never mistake the page for a file or an API.

const machineSegments =
  /^\/(api|hub|assets|static|openapi|swagger|swagger-ui|scalar|redoc|graphql|metrics|healthz|readyz|actuator)(\/|$)/i;
/** Includes `.well-known` and `.git`. */
const hiddenSegment = /\/(\.|%2e)/i;
const dot = /\.|%2e/i;
const isFile = (path: string) => dot.test(path.slice(path.lastIndexOf('/') + 1));

export const isApiPath = (path: string): boolean => /^\/api\//i.test(path);

/** The path without its query. */
export const isPagePath = (path: string): boolean =>
  !machineSegments.test(path) && !hiddenSegment.test(path) && !isFile(path);

/** Browsers and plain tools take HTML, callers that accept JSON alone do not. */
export const acceptsPage = (accept: string | undefined): boolean =>
  accept === undefined || accept === '' || /(text\/(html|\*)|application\/xhtml\+xml|\*\/\*)/i.test(accept);
