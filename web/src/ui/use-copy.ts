import { useEffect, useState } from 'react';
import { useText } from '../i18n/use-text';
import { copyText } from './copy-text';
import { toastFailure } from './toast';

/** Copies, and says so when that fails. `copied` is true for two seconds. */
export function useCopy() {
  const t = useText();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (text: string, onCopied?: () => void) => {
    if (!(await copyText(text))) return toastFailure(t('ui.copy.failed'));
    setCopied(true);
    onCopied?.();
  };
  return { copied, copy };
}
