import { tag } from '../src/content/html/markup.ts'
import { INSTALL_WORKER_PATH, WORKER_PATH } from '../src/content/public-paths.ts'
import { originOf } from '../src/seo/head.ts'
import type { Service } from '../src/services/service.ts'
import type { SafeHtml } from '../src/system/escape.ts'

/**
 * Images and links alone may have other schemes (AMP-4).
 * @param url absolute
 */
export function isSecure(url: string): boolean {
  return URL.parse(url)?.protocol === 'https:'
}

/** Workers need https. */
export function hasWorker(service: Service): boolean {
  return isSecure(originOf(service))
}

/** A cache installs it in a frame of the site's (AMP-12). */
export function installWorker(service: Service): SafeHtml {
  const origin = originOf(service)
  return tag('amp-install-serviceworker', {
    src: `${origin}${WORKER_PATH}`,
    'data-iframe-src': `${origin}${INSTALL_WORKER_PATH}`,
    layout: 'nodisplay',
  })
}
