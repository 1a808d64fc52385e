import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  id: string;
  nodes: { target: unknown[]; any: { message: string }[]; all: { message: string }[]; none: { message: string }[] }[];
}

/**
 * Broken rules of accessibility, each with the first elements that break it. Among them is the experimental rule that
 * the name of a control has the words that are seen on it, so that it can be called by voice.
 */
export async function findViolations(page: Page): Promise<string[]> {
  // By the debugger, because the content security policy allows no foreign script.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const violations = (await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"], rules: { "label-content-name-mismatch": { enabled: true } } }).then(({ violations }) => violations)',
  )) as Violation[];
  return violations.map(({ id, nodes }) => {
    const shown = nodes.slice(0, 3).map(({ target, any, all, none }) => {
      const [why] = [...any, ...all, ...none];
      return `${target.join(' ')} (${why?.message.slice(0, 160)})`;
    });
    return `axe ${id}, ${nodes.length} times: ${shown.join('; ')}`;
  });
}

/** What reaches beyond the window, if the page can be moved sideways or cuts it off. */
export async function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const cutting = [...document.querySelectorAll('main')].find(
      (main) => main.scrollWidth > main.clientWidth && getComputedStyle(main).overflowX !== 'visible',
    );
    if (cutting) return [`main is ${cutting.scrollWidth} px wide and cuts off what is beyond ${cutting.clientWidth}`];
    if (root.scrollWidth <= root.clientWidth) return [];
    const clipped = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).overflowX !== 'visible' ||
        clipped(element.parentElement === document.body ? null : element.parentElement));
    const wide = [...document.body.querySelectorAll<HTMLElement>('*')]
      .filter(
        (element) => element.getBoundingClientRect().right > root.clientWidth + 1 && !clipped(element.parentElement),
      )
      .map((element) => `${element.tagName.toLowerCase()}.${String(element.className).slice(0, 60)}`);
    return [`${root.scrollWidth} px wide in a window of ${root.clientWidth}: ${wide.slice(-3).join(' > ')}`];
  });
}

/** Keys of texts that stand where their words should be. */
export async function findTextKeys(page: Page): Promise<string[]> {
  const [words, codes] = await page.evaluate(() => [
    document.body.innerText,
    /** Names that programs give, as of images and files. */
    [...document.querySelectorAll<HTMLElement>('.mono, code, pre')].map((element) => element.innerText).join('\n'),
  ]);
  return (words.match(/\b[a-z][A-Za-z]+(-[a-z]+)?(\.[a-zA-Z]{3,}){1,3}\b(?!\.)/g) ?? [])
    .filter(
      (word) => !codes.includes(word) && !/example|registry|flag|\.(com|org|test|invalid|zip|txt|pdf|csv)$/.test(word),
    )
    .map((word) => `the key ${word} is shown`);
}

/** Fields of a moment narrower than what stands in them, so that their end, as AM or PM, is cut. */
export async function findCutMoments(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input[data-moment]')]
      .filter((field) => field.checkVisibility() && field.scrollWidth > field.clientWidth)
      .map(({ labels, id, scrollWidth, clientWidth }) => {
        return `${labels?.[0]?.textContent ?? id} needs ${scrollWidth} px and has ${clientWidth}`;
      }),
  );
}

/** Waits until the page shows something and asks for nothing more. */
export function watchRequests(page: Page) {
  let open = 0;
  let changedAt = 0;
  const change = (by: number) => () => {
    open = Math.max(0, open + by);
    changedAt = Date.now();
  };
  page.on('request', change(1));
  page.on('requestfinished', change(-1));
  page.on('requestfailed', change(-1));
  return {
    begin() {
      open = 0;
      changedAt = Date.now();
    },
    async settled() {
      await page.waitForFunction(
        () =>
          !document.querySelector('#root > .start') &&
          document.title !== '' &&
          document.body.innerText.trim().length > 20,
      );
      const until = Date.now() + 5000;
      while (Date.now() < until && (open > 0 || Date.now() - changedAt < 150)) {
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
      // What came last is on the screen after two frames.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    },
  };
}
