import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Express } from 'express'
import type * as z from 'zod'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { lateHandler } from '../../http/late-handler.ts'
import { DESK_PATH, DESK_PREVIEW_PATH, NO_EDITOR } from './route-declarations.ts'
import type { DeskSettings } from './settings.ts'

const FOLDER = 'desk'
const EDITOR = 'editor/decap-cms.js'

/** Editors sign in at the Git host (DESK-1). Off, nothing is mounted. */
export function mountDesk(
  app: Express,
  { settings, services, folders, content, rendering, log }: AppDependencies<DeskSettings & { service: string }>,
  breaking: () => Promise<z.ZodType>,
): void {
  const { desk, service } = settings
  if (!desk) return
  const built = join(folders.build, FOLDER)
  const folder = existsSync(join(built, EDITOR)) ? built : undefined
  if (folder === undefined) log.error(NO_EDITOR)
  const handler = lateHandler(async () => {
    const { deskRouter } = await import('./desk.ts')
    const { portal } = rendering
    return deskRouter({ desk, services, service, folder, breaking, content, portal })
  })
  app.get([DESK_PATH, `${DESK_PATH}/*path`], handler)
  app.post(DESK_PREVIEW_PATH, handler)
}
