import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const web = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(web, path), 'utf8');
const sources = readdirSync(join(web, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => `src/${path}`);

/** Motion that style sheets know nothing of, and so the rule for all of them does not stop. */
const movesByScript = /\.animate\b|startViewTransition|behavior: 'smooth'|<animate|requestAnimationFrame\(function/;

describe('under reduced motion', () => {
  it('the style sheet stops transitions and animations of every component', () => {
    const [, rule = ''] =
      /@media \(prefers-reduced-motion: reduce\) \{([\s\S]*)\}/.exec(read('src/theme/base.css')) ?? [];
    expect(rule).toMatch(/\*,\s+\*::before,\s+\*::after \{/);
    for (const property of ['animation-duration', 'animation-iteration-count', 'transition-duration']) {
      expect(rule).toMatch(new RegExp(`${property}: [^;]+ !important;`));
    }
  });

  it('the page before the first script is still', () => {
    expect(read('index.html')).toMatch(/prefers-reduced-motion: reduce\)[\s\S]*animation: none/);
  });

  it('whatever a script moves asks for it', () => {
    const moving = sources.filter((path) => movesByScript.test(read(path)));
    expect(moving).toContain('src/features/scoreboard/use-row-motion.ts');
    expect(moving).toContain('src/ui/use-count-up.ts');
    expect(moving.filter((path) => !read(path).includes('useReducedMotion'))).toEqual([]);
  });
});
