// Which addresses are pages of the web client. Everything else that nothing answers is a refusal in JSON, so that programs
// that look for an API description, for metrics or for a file never take the page for it.

/** First segments that programs ask for, or that have answers of their own. */
const machineSegments =
  /^\/(api|hub|assets|static|openapi|swagger|swagger-ui|scalar|redoc|graphql|metrics|healthz|readyz|actuator)(\/|$)/i;
/** A file by its name, or something hidden, such as `.well-known` and `.git`. */
const fileOrHidden = /(\/(\.|%2e)[^?]*|(\.|%2e)[^/]*)$/i;

/** Whether a path without its query is, or may become, a page of the web client. */
export const isPagePath = (path: string): boolean => !machineSegments.test(path) && !fileOrHidden.test(path);

/** Whether a caller takes HTML: browsers and plain tools do, callers that ask for JSON alone do not. */
export const acceptsPage = (accept: string | undefined): boolean =>
  accept === undefined || accept === '' || /(text\/(html|\*)|application\/xhtml\+xml|\*\/\*)/i.test(accept);
