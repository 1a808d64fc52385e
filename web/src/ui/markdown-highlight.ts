import { common, createLowlight } from 'lowlight';
import { createElement, Fragment, type ReactNode } from 'react';

const lowlight = createLowlight(common);

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

function nodeOf(node: Node): ReactNode {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return null;
  const names = node.properties.className;
  const className = Array.isArray(names) ? names.join(' ') : undefined;
  return createElement('span', { className }, ...node.children.map((child) => nodeOf(child as Node)));
}

/** The code as coloured elements; as it is where the language is unknown. */
export function highlight(text: string, language: string): ReactNode {
  const name = language.toLowerCase();
  if (!lowlight.registered(name)) return text;
  return createElement(Fragment, null, ...lowlight.highlight(name, text).children.map(nodeOf));
}
