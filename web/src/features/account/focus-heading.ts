/** While the page loads what it needs. */
const attempts = 40;
const pauseMs = 50;

/** Gives the focus to the heading of the page that follows the login page, unless it is somewhere by then. */
export function focusHeading(attempt = 0): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  const isLoginPage = window.location.pathname.toLowerCase() === '/account/login';
  if (heading && !isLoginPage && !document.querySelector('main form input[type="password"]')) {
    if (document.activeElement !== document.body) return;
    heading.tabIndex = -1;
    heading.style.outline = 'none';
    heading.focus();
  } else if (attempt < attempts) setTimeout(() => focusHeading(attempt + 1), pauseMs);
}
