/** Forgets what this browser keeps of the platform, but not who is signed in, and loads the page anew. */
export function cleanCache(): void {
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // Where storage is forbidden there is nothing to forget.
  }
  location.reload();
}
