import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './Markdown.module.css';

/** Scrolls what is wider than the text, by keyboard too. */
export function MarkdownScroll({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWide(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className={classes.scroll} tabIndex={wide ? 0 : undefined}>
      {children}
    </div>
  );
}
