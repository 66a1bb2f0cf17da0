import { isRecord } from './record.ts'

/**
 * A compiled file of an extension is a function of what its imports are. Runs in the browser too.
 * @throws {TypeError} for another file
 */
export function exportsOf(file: unknown, lend: (name: string) => unknown): Record<string, unknown> {
  const factory = isRecord(file) ? file.default : undefined
  const exported: unknown = typeof factory === 'function' ? factory(lend) : undefined
  if (!isRecord(exported)) throw new TypeError('it is no compiled extension')
  return exported
}
