/** Without TLS, as in a hall's own network, browsers have no `navigator.clipboard`; a selection is copied everywhere. */
function copySelection(text: string): boolean {
  const shown = document.createElement('span');
  shown.textContent = text;
  Object.assign(shown.style, { position: 'fixed', opacity: '0', whiteSpace: 'pre', userSelect: 'text' });
  // An element that cannot have the focus, within the dialog: what keeps the focus there does not notice.
  (document.activeElement?.closest('[role="dialog"]') ?? document.body).append(shown);
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  const selection = window.getSelection();
  const before = selection?.rangeCount ? selection.getRangeAt(0) : null;
  selection?.selectAllChildren(shown);
  document.addEventListener('copy', write, { capture: true });
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', write, { capture: true });
    selection?.removeAllRanges();
    if (before) selection?.addRange(before);
    shown.remove();
  }
}

/** @returns whether the text is in the clipboard now; to be called while a press or a key is handled */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (!navigator.clipboard) return copySelection(text);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The setting of a browser, or a frame without the permission.
    return copySelection(text);
  }
}
