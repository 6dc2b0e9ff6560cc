/** What people call the places that uris stand for. */

/** The last part of a uri, as people write it. */
export function nameOf(uri: string): string {
  const last = uri.slice(uri.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
