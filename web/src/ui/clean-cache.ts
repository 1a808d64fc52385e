import { forgetKept } from '../api/kept-data';

/** Forgets what this browser keeps of the platform, but not who is signed in, and loads the page anew. */
export async function cleanCache(): Promise<void> {
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // Where storage is forbidden there is nothing to forget.
  }
  await forgetKept();
  try {
    for (const name of await caches.keys()) await caches.delete(name);
  } catch {
    // Over plain HTTP there are no such caches.
  }
  location.reload();
}
