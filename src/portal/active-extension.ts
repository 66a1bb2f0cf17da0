import type { Logger } from 'pino'
import { builtExtension } from '../site/extension/built-extension.ts'
import type { Extension } from '../site/extension/extension.ts'
import type { Env } from './settings/env.ts'

/**
 * The extension of the site folder, when the program was built with it. Without it the site is whole: its blocks show
 * their saved markup.
 */
export function activeExtension({ extensionId, siteDir }: Env, log: Logger): Extension | undefined {
  if (extensionId === undefined) return undefined
  if (builtExtension?.id === extensionId) return builtExtension.extension
  log.warn(
    `${siteDir}/extension.ts is not in this build: its blocks show their saved markup and its scripts are missing; run "SITE_DIR=${siteDir} npm run build"`,
  )
  return undefined
}
