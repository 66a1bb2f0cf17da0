import { dirname, resolve } from 'node:path'
import type { MachineSettings } from '../observability/machine-figures.ts'
import type { Env } from './settings/env.ts'

/** Where this portal writes, and what its backups write (OBS-43). */
export function machineOf(env: Env, root: string): MachineSettings {
  const { newsletterProvider, database, subscribersFile, pageCache, mediaCache, backupFile } = env
  return {
    folders: {
      ...(newsletterProvider.kind === 'own' && !database && { subscribers: dirname(resolve(root, subscribersFile)) }),
      ...(pageCache.file !== undefined && { pages: dirname(resolve(root, pageCache.file)) }),
      ...(mediaCache && env.content === 'wordpress' && { media: resolve(root, mediaCache.folder) }),
    },
    ...(backupFile !== undefined && { backup: resolve(root, backupFile) }),
  }
}
