import { notFound } from '@tanstack/react-router';
import { ApiError } from './api-error';

/** For loaders: what the server does not know makes the page one that is not found, which is no failure of it. */
export async function found<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw notFound();
    throw error;
  }
}
