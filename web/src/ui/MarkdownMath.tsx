import { useEffect, useRef, useState } from 'react';
import classes from './Markdown.module.css';

/** A formula; its source until the typesetter is there. */
export function MarkdownMath({ source, display }: { source: string; display: boolean }) {
  const box = useRef<HTMLSpanElement>(null);
  const [drawn, setDrawn] = useState<string>();
  useEffect(() => {
    let current = true;
    import('./markdown-math').then(
      ({ drawMath }) => {
        if (!current || !box.current) return;
        drawMath(box.current, source, display);
        setDrawn(source);
      },
      // The source says the same, in more letters.
      () => {},
    );
    return () => {
      current = false;
    };
  }, [source, display]);
  const isDrawn = drawn === source;
  return (
    <span className={display ? classes.display : undefined}>
      <span ref={box} hidden={!isDrawn} />
      {!isDrawn && <code>{source}</code>}
    </span>
  );
}
