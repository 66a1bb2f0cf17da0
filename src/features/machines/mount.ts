import type { Express, RequestHandler } from 'express'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { lateHandler } from '../../http/late-handler.ts'
import { contextOf } from '../../http/request-context.ts'
import { machinesRoutes } from './route-declarations.ts'

/** Before the operator's files: their robots.txt goes on with the site's maps and the service's policy. */
export function mountRobots(app: Express, { folders }: AppDependencies, maps: readonly string[]): void {
  app.get(
    machinesRoutes.robots.path,
    lateHandler(async () => (await import('./robots.ts')).robotsFile(folders.public, maps)),
  )
}

/** After the operator's files, which win over those of the same name. */
export function mountMarkdown(app: Express, { content }: AppDependencies): void {
  const { reader, report } = content
  const index = lateHandler(async () => (await import('./markdown.ts')).markdownIndex(reader))
  const article = lateHandler(async () => (await import('./markdown.ts')).markdownArticle({ reader, report }))
  app.get(machinesRoutes.index.path, whereAllowed(index))
  app.get(machinesRoutes.article.path, whereAllowed(article))
}

function whereAllowed(handler: RequestHandler): RequestHandler {
  return (request, response, next) =>
    contextOf(request).service.crawlers?.markdown ? handler(request, response, next) : next()
}
