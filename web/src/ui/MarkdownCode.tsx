import rehypeHighlight from 'rehype-highlight';
import MarkdownText from './MarkdownText';

export default function MarkdownCode({ source }: { source: string }) {
  return <MarkdownText source={source} rehypePlugins={[[rehypeHighlight, { detect: false }]]} />;
}
