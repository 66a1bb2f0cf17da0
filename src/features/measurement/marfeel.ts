import type { Express, RequestHandler } from 'express'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { cacheAs } from '../../http/caching.ts'
import { measurementRoutes } from './route-declarations.ts'

const SDK = 'https://sdk.mrf.io/statics/marfeel-sdk.js'

/** Does nothing without an account (VIEW-4). The page itself reports views (VIEW-3). */
export function marfeelScript(account: string | undefined): RequestHandler {
  const script = account === undefined ? '' : setUp(account)
  return (_request, response) => {
    cacheAs(response, measurementRoutes.marfeel.caching.marfeel)
    response.type('js').send(script)
  }
}

function setUp(account: string): string {
  const config = JSON.stringify({ accountId: account, trackInitialPage: false, autoTrack: false })
  return `(function () {
  var marfeel = (window.marfeel = window.marfeel || {})
  marfeel.cmd = marfeel.cmd || []
  marfeel.config = ${config}
  var script = document.createElement('script')
  script.type = 'module'
  script.src = '${SDK}?id=${account}'
  document.head.appendChild(script)
})()
`
}

export function mountMeasurement(app: Express, { rendering }: AppDependencies): void {
  app.get('/marfeel.js', marfeelScript(rendering.portal.integrations.marfeelAccount))
}
