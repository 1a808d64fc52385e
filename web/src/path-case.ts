import type { AnyRoute } from '@tanstack/react-router';

/** The fixed parts of all paths, in lower case: `games`, `challenges`, … */
function wordsOf(route: AnyRoute, words = new Set<string>()): Set<string> {
  const { path } = route.options as { path?: string };
  for (const part of path?.split('/') ?? []) {
    if (part && !part.startsWith('$')) words.add(part.toLowerCase());
  }
  for (const child of Object.values((route.children ?? {}) as Record<string, AnyRoute>)) wordsOf(child, words);
  return words;
}

/**
 * Takes paths in any letter case, so that `/Games/1/Scoreboard` is the same page, with the same tab marked, as
 * `/games/1/scoreboard`. Ids and whatever else is no part of a route keep their letters.
 */
export function lowerCasePaths(tree: AnyRoute) {
  const words = wordsOf(tree);
  return ({ url }: { url: URL }): URL => {
    url.pathname = url.pathname
      .split('/')
      .map((part) => (words.has(part.toLowerCase()) ? part.toLowerCase() : part))
      .join('/');
    return url;
  };
}
