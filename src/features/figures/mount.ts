import type { Express } from 'express'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import type { Counted } from '../../http/figures.ts'
import { lateHandler } from '../../http/late-handler.ts'
import { isSame, type Proof } from '../../http/middleware/bearer.ts'
import { contextOf } from '../../http/request-context.ts'
import type { ObservabilitySettings } from '../../observability/settings.ts'
import { originOf } from '../../seo/head.ts'
import { figuresRoutes } from './route-declarations.ts'

const BASIC = /^Basic ([A-Za-z0-9+/]{1,1000}={0,2})$/i
/** A browser asks for the token as a password, and keeps it for this folder alone. */
const CHALLENGE = ['Basic realm="figures", charset="UTF-8"', 'Bearer']

/** The token as the password of any user name (FIG-2). */
const asPassword: Proof = async (request, token) => {
  const [, encoded] = BASIC.exec(request.get('authorization') ?? '') ?? []
  const pair = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString()
  return pair.includes(':') && isSame(pair.slice(pair.indexOf(':') + 1), token) ? 'right' : 'absent'
}

/** Figures for a person in a browser (FIG-1). */
export function mountFigures(
  app: Express,
  { settings, content, bearer }: AppDependencies<ObservabilitySettings>,
  counted: Counted,
): void {
  const guard = bearer(settings.metricsToken, asPassword, CHALLENGE)
  const page = lateHandler(async () => (await import('./page.ts')).figuresPage(content.reader, counted))
  app.get(figuresRoutes.page.path, (request, response, next) => {
    // A browser would send the password in clear text.
    if (request.get('x-forwarded-proto') !== undefined && !request.secure) {
      const { service } = contextOf(request)
      return void response.redirect(308, originOf(service) + figuresRoutes.page.path)
    }
    guard(request, response, (error?: unknown) => (error === undefined ? page(request, response, next) : next(error)))
  })
}
