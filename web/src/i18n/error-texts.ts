/** The server's own translations of its error codes, so that a code reads the same wherever it is shown. */
export async function loadErrorTexts(_language: string): Promise<Record<string, unknown>> {
  return {};
}
