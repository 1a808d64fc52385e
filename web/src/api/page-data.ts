import { type PageData, pageDataId } from '@vexil/contract/page-data';

/** What the server sent with the page; undefined from the dev server, and while the server cannot read its settings. */
export function readPageData(): PageData | undefined {
  const text = document.getElementById(pageDataId)?.textContent;
  return text ? (JSON.parse(text) as PageData) : undefined;
}
