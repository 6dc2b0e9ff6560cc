/** Values that objects have at first: data only. */

/** The value of an object before anything runs, as far as it is constant. */
export type Initial =
  | { readonly kind: 'value'; readonly value: bigint }
  /** Of an array of integers, nested ones flattened; trailing zeros may be left out. */
  | { readonly kind: 'elements'; readonly values: readonly bigint[] }
  | { readonly kind: 'fields'; readonly values: readonly (Initial | null)[] }
  /** Of an array of records, nested ones flattened; what is left out is zero. */
  | { readonly kind: 'rows'; readonly values: readonly (Initial | undefined)[] };
