import classes from './KeyHelp.module.css';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const words: Record<string, string> = { mod: isMac ? '⌘' : 'Ctrl', arrowup: '↑', arrowdown: '↓', enter: '↵' };

/** A key or a chord as it is printed on the keyboard. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={classes.keys}>
      {keys.split('+').map((key) => (
        <kbd key={key}>{words[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key)}</kbd>
      ))}
    </span>
  );
}
