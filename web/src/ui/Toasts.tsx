import { Notifications, notifications, notificationsStore, useNotifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { currentLanguage, translate } from '../i18n/translate';
import classes from './Toasts.module.css';
import type { ToastKind, ToastOptions } from './toast';
import { useFloor } from './use-floor';

const looks = {
  success: { color: 'green', icon: <IconCheck />, priority: 1 },
  failure: { color: 'red', icon: <IconAlertTriangle />, priority: 2 },
  news: { color: 'brand', icon: <IconInfoCircle />, priority: 0 },
} satisfies Record<ToastKind, { color: string; icon: ReactNode; priority: number }>;

/**
 * Puts a toast on the page; `toast.ts` is what features call. One stands at a time: what follows from the reader's acts
 * takes the place of what followed from the one before; failures come first, and news wait.
 */
export function showToast(kind: ToastKind, message: ReactNode, options: ToastOptions): void {
  const { notifications: shown, queue } = notificationsStore.getState();
  for (const { id, priority } of kind === 'success' ? [...shown, ...queue] : []) {
    if (id && priority === looks.success.priority) notifications.hide(id);
  }
  notifications.show({
    ...looks[kind],
    withBorder: true,
    closeButtonProps: { 'aria-label': translate(currentLanguage(), 'ui.close') },
    classNames: { root: classes.toast, icon: classes.icon, body: classes.body, closeButton: classes.close },
    ...options,
    message,
  });
}

/** Where toasts stand. */
export default function Toasts() {
  useFloor(
    `.${classes.toasts}[data-position="bottom-center"]`,
    '--toast-floor',
    useNotifications().notifications.length > 0,
  );
  return <Notifications className={classes.toasts} position="bottom-center" limit={1} notificationMaxHeight={320} />;
}
