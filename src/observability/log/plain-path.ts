import { CONFIRMATION_PATH, PREFERENCES_PATH, UNSUBSCRIBE_PATH, WEBHOOK_PATH } from '../../newsletter/paths.ts'

const MAX_LENGTH = 300
/** The token would confirm a subscription, or act for its reader; that of the webhook is the operator's. */
const TOKEN = new RegExp(
  `^((?:${CONFIRMATION_PATH}|${UNSUBSCRIBE_PATH}|${PREFERENCES_PATH}|${WEBHOOK_PATH}/[^/]+)/).+$`,
  'i',
)
/** Search paths of the portal's own interface, and of a CMS. */
const SEARCHED = /(\/search\/)[^/]+/gi
const WITH_EMAIL = /[^/]*(?:@|%40)[^/]*/g

/** The publishable path of a URL: no query, no token, no reader's input (OBS-10, OBS-21). */
export function plainPath(url: string): string {
  const [path = ''] = url.split('?', 1)
  return path.slice(0, MAX_LENGTH).replace(TOKEN, '$1***').replace(SEARCHED, '$1***').replace(WITH_EMAIL, '***')
}
