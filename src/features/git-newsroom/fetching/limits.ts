/** Far more than a newsroom needs, and less than a machine has (docs/decisions/140). */
export const LIMITS = {
  /** Of one object. Bytes. */
  file: 64 * 1024 * 1024,
  /** Of all objects of a pack, unpacked. Bytes. */
  total: 2 * 1024 * 1024 * 1024,
  objects: 500_000,
  files: 100_000,
  folders: 20_000,
  depth: 20,
  /** Characters. */
  path: 500,
} as const

/** The message is for the operator. */
export class FetchError extends Error {
  override readonly name = 'FetchError'
}
