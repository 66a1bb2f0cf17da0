import { isRecord } from './record.ts'

/** Node's code of a system error, such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  return isRecord(error) && typeof error.code === 'string' ? error.code : undefined
}
