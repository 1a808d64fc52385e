import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Toast = { title?: string; id?: string; icon?: ReactNode; autoClose?: number | false };

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

function show(color: string, mark: ReactNode, message: ReactNode, { autoClose = 4000, ...toast }: Toast) {
  notifications.show({ color, icon: mark, message, autoClose, withBorder: true, ...toast });
}

/** Something is done; to be called once the server has said so. */
export const toastSuccess = (message: ReactNode, toast: Toast = {}) =>
  show('green', <IconCheck {...icon} />, message, toast);

/** Something failed that has no field or place of its own to say it at. */
export const toastFailure = (message: ReactNode, toast: Toast = {}) =>
  show('red', <IconAlertTriangle {...icon} />, message, { autoClose: 8000, ...toast });

/** Something happened elsewhere that is worth a look. */
export const toastNews = (message: ReactNode, toast: Toast = {}) =>
  show('brand', <IconInfoCircle {...icon} />, message, { autoClose: 6000, ...toast });
