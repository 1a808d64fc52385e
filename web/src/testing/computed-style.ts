// Queries ask for display, visibility and pointer events of each element and of all around it, and jsdom matches every
// rule of its own style sheet for each answer. Our sheets are not loaded in tests, so the tag and the element's own style
// decide these three; all else is left to jsdom.

const displays = new Map<string, string>();

export function readOwnStyles(): void {
  const ask = window.getComputedStyle.bind(window);

  function displayOf(element: HTMLElement): string {
    const { tagName, namespaceURI } = element;
    if (!displays.has(tagName)) displays.set(tagName, ask(document.createElementNS(namespaceURI, tagName)).display);
    return element.style.display || (element.hasAttribute('hidden') ? 'none' : (displays.get(tagName) ?? ''));
  }

  function inherited(element: HTMLElement | null, name: 'visibility' | 'pointerEvents', standard: string): string {
    for (let one = element; one; one = one.parentElement) {
      const own = one.style?.[name];
      if (own) return own;
    }
    return standard;
  }

  const answers: Record<string, (element: HTMLElement) => string> = {
    display: displayOf,
    visibility: (element) => inherited(element, 'visibility', 'visible'),
    pointerEvents: (element) => inherited(element, 'pointerEvents', 'auto'),
    'pointer-events': (element) => inherited(element, 'pointerEvents', 'auto'),
  };

  window.getComputedStyle = (element, pseudo) => {
    if (pseudo) return ask(element, pseudo);
    const known = (name: string | symbol) => answers[String(name)]?.(element as HTMLElement);
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, name) {
        if (name === 'getPropertyValue') return (of: string) => known(of) ?? ask(element).getPropertyValue(of);
        return known(name) ?? Reflect.get(ask(element), name);
      },
    });
  };
}
