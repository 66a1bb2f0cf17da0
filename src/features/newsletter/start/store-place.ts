import { resolve } from 'node:path'
import type { Env } from '../../../config/env.ts'
import type { StorePlace } from '../store/store-place.ts'

/**
 * Where subscribers are.
 * @param root the project's folder
 */
export function storePlaceOf(
  { subscribersFile, database }: Pick<Env, 'subscribersFile' | 'database'>,
  root: string,
): StorePlace {
  return { file: resolve(root, subscribersFile), ...(database && { database }) }
}
