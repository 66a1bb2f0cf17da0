import { createHmac, randomBytes, scryptSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { RemoteMedia } from '../../content/remote-media.ts'
import type { PurgeSettings } from '../../purge/settings.ts'
import type { ServiceName } from '../../services/service.ts'
import type { MediaSettings } from './settings.ts'

const KEY_BYTES = 32
/** Keeps keys of one secret apart. */
const PURPOSE = 'szpalta media'
const FILE = 'seal.key'
/** 72 bits cannot be guessed. */
const SEAL_CHARACTERS = 12

export interface SealSettings extends Pick<MediaSettings, 'mediaCache'>, Pick<PurgeSettings, 'purgeToken'> {
  previewSecrets: Readonly<Record<ServiceName, string>>
}

/**
 * Seals the URLs of images (IMG-32). Without a shared secret, processes share a key in the folder of images, if there
 * is one.
 */
export function mediaSeal(env: SealSettings, root: string): RemoteMedia['seal'] {
  const secret = env.purgeToken ?? Object.values(env.previewSecrets).toSorted().at(0)
  const key =
    secret === undefined
      ? keyIn(env.mediaCache && resolve(root, env.mediaCache.folder))
      : scryptSync(secret, PURPOSE, KEY_BYTES)
  return (text) => createHmac('sha256', key).update(text).digest('base64url').slice(0, SEAL_CHARACTERS)
}

function keyIn(folder: string | undefined): Buffer {
  const made = randomBytes(KEY_BYTES)
  if (folder === undefined) return made
  const file = join(folder, FILE)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(file, made, { flag: 'wx', mode: 0o600 })
    return made
  } catch {
    // Another process was first, or the folder cannot be written.
    return keyOf(file) ?? made
  }
}

function keyOf(file: string): Buffer | undefined {
  try {
    const key = readFileSync(file)
    return key.length === KEY_BYTES ? key : undefined
  } catch {
    return undefined
  }
}
