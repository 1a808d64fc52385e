import type { AnyRouter } from '@tanstack/react-router';

/**
 * The server names the page that was loaded in the head, for previews and search engines. Phones share that address, so
 * it goes as soon as another page is shown.
 */
export function dropStalePreview(router: AnyRouter, head: ParentNode = document.head): void {
  const unsubscribe = router.subscribe('onResolved', ({ fromLocation, toLocation }) => {
    if (!fromLocation || fromLocation.pathname === toLocation.pathname) return;
    for (const tag of head.querySelectorAll('link[rel="canonical"], meta[property^="og:"]')) tag.remove();
    unsubscribe();
  });
}
