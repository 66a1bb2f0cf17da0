import { resolve } from 'node:path'
import type { Env } from '../../../config/env.ts'
import type { StorePlace } from '../store/store-place.ts'

export function storePlaceOf(
  { subscribersFile, database }: Pick<Env, 'subscribersFile' | 'database'>,
  root: string,
): StorePlace {
  return { file: resolve(root, subscribersFile), ...(database && { database }) }
}
