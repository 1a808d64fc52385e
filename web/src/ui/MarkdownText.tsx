import type { ComponentProps } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import classes from './Markdown.module.css';
import { CodeBlock } from './MarkdownCodeBlock';

const isOwn = (href: string | undefined) => !href || /^(\/(?!\/)|#|\.)/.test(href);

const components: Components = {
  a({ node: _, ...props }) {
    return isOwn(props.href) ? <a {...props} /> : <a {...props} target="_blank" rel="noopener noreferrer nofollow" />;
  },
  img({ node: _, alt, ...props }) {
    return <img {...props} alt={alt ?? ''} loading="lazy" decoding="async" referrerPolicy="no-referrer" />;
  },
  table({ node: _, ...props }) {
    return (
      <div className={classes.scroll}>
        <table {...props} />
      </div>
    );
  },
  pre({ node: _, ...props }) {
    return <CodeBlock {...props} />;
  },
};

type MarkdownTextProps = { source: string } & Pick<ComponentProps<typeof ReactMarkdown>, 'rehypePlugins'>;

export default function MarkdownText({ source, rehypePlugins }: MarkdownTextProps) {
  return (
    <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={rehypePlugins} components={components}>
      {source}
    </ReactMarkdown>
  );
}
