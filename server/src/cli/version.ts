/** The version of this package; put in when it is bundled. */
declare const LOOPLENS_VERSION: string | undefined;

export function version(): string {
  return typeof LOOPLENS_VERSION === 'string' ? LOOPLENS_VERSION : '0.0.0-source';
}
