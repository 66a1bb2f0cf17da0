import type { Express, RequestHandler } from 'express'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { lateHandler } from '../../http/late-handler.ts'
import type { GitNewsroom } from './git-newsroom.ts'
import { NEWSROOM_PATH } from './route-declarations.ts'
import type { GitNewsroomSettings } from './settings.ts'

/**
 * The operator or the Git host posts; the response says what became of the newest commit.
 * @param newsroom absent: there is no such path
 */
export function mountGitNewsroom(
  app: Express,
  { settings, bearer }: AppDependencies<GitNewsroomSettings>,
  newsroom: GitNewsroom | undefined,
): void {
  const token = newsroom && settings.gitNewsroom?.token
  if (!newsroom || token === undefined) return void app.all(NEWSROOM_PATH, bearer(undefined))
  const late = <Module>(load: () => Promise<Module>, pick: (module: Module) => RequestHandler): RequestHandler =>
    lateHandler(async () => pick(await load()))
  const signature = () => import('./request-signature.ts')
  app.all(
    NEWSROOM_PATH,
    late(signature, ({ gitHostProof }) => bearer(token, gitHostProof(newsroom.suspected))),
    late(
      () => import('./respond.ts'),
      ({ respondAbout }) => respondAbout(newsroom),
    ),
  )
}
