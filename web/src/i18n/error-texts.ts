/** The server's own texts of its error codes, so that a code reads the same wherever it is shown. */
export async function loadErrorTexts(language: string): Promise<Record<string, string>> {
  if (language === 'en-US') return (await import('@vexil/contract/locales/en-US/errors.json')).default;
  if (language === 'zh-CN') return (await import('@vexil/contract/locales/zh-CN/errors.json')).default;
  return {};
}
