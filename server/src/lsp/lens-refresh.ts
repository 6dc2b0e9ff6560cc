/**
 * Asks the client to fetch its lenses again when what it shows is not what is known; never more than one request under
 * way.
 */

export interface LensRefresh {
  /** The client was given lenses made from this (null: none were known). */
  served(uri: string, of: object | null): void;
  /** New results are there. */
  arrived(uri: string, results: object): void;
  /** Whatever is shown is out of date. */
  all(): void;
  forget(uri: string): void;
}

/** `send` makes the request; `supported` says whether the client knows it. */
export function createLensRefresh(send: () => Promise<void>, supported: () => boolean): LensRefresh {
  const shown = new Map<string, object | null>();
  let underWay = false;
  let again = false;

  function refresh(): void {
    if (!supported()) return;
    if (underWay) {
      again = true;
      return;
    }
    underWay = true;
    // Results that arrive in the same turn share the request.
    setTimeout(() => {
      again = false;
      void send()
        .catch(() => {})
        .finally(() => {
          underWay = false;
          if (again) refresh();
        });
    }, 5);
  }

  return {
    served: (uri, of) => void shown.set(uri, of),
    arrived(uri, results) {
      const now = shown.get(uri);
      if (now !== undefined && now !== results) refresh();
    },
    all: refresh,
    forget: (uri) => void shown.delete(uri),
  };
}
