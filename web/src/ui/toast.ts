import type { ReactNode } from 'react';
import { describeError } from '../api/describe-error';
import { createStore, useStore } from '../store/create-store';

export type ToastKind = 'success' | 'failure' | 'news';
export type ToastOptions = {
  title?: string;
  /** Of two toasts with one id only the first is shown while it stands. */
  id?: string;
  /** In place of the kind's own. */
  icon?: ReactNode;
  /** Milliseconds; false stands until it is closed. */
  autoClose?: number | false;
  /** However it goes: by itself, closed, or replaced. */
  onClose?: () => void;
};

const wanted = createStore(false);

/** Whether there has been a toast yet; the container and its code come with the first. */
export const useToastsWanted = (): boolean => useStore(wanted);

async function show(kind: ToastKind, message: ReactNode, options: ToastOptions): Promise<void> {
  const { showToast } = await import('./Toasts');
  showToast(kind, message, options);
  wanted.set(true);
}

/** Takes a toast away whose news is withdrawn. */
export async function hideToast(id: string): Promise<void> {
  if (wanted.get()) (await import('@mantine/notifications')).notifications.hide(id);
}

/** Something is done; to be called once the server has said so. */
export const toastSuccess = (message: ReactNode, options: ToastOptions = {}): void =>
  void show('success', message, { autoClose: 4000, ...options });

/** Something failed that has no field or place of its own to say it at. */
export const toastFailure = (message: ReactNode, options: ToastOptions = {}): void =>
  void show('failure', message, { autoClose: 8000, ...options });

/** A call failed that has no such place. */
export const toastError = (error: unknown, options?: ToastOptions): void => toastFailure(describeError(error), options);

/** Something happened elsewhere that is worth a look. */
export const toastNews = (message: ReactNode, options: ToastOptions = {}): void =>
  void show('news', message, { autoClose: 6000, ...options });
