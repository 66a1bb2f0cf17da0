import { paperOf } from '../../src/services/paper.ts'
import type { Service } from '../../src/services/service.ts'

export function installTags(service: Service) {
  return {
    link: [
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'apple-touch-icon', href: `/icons/${service.name}-180.png` },
      { rel: 'manifest', href: '/manifest.webmanifest' },
    ],
    meta:
      service.theme === 'light'
        ? [{ name: 'theme-color', content: paperOf(service).light }]
        : [
            { name: 'theme-color', content: paperOf(service).light, media: '(prefers-color-scheme: light)' },
            { name: 'theme-color', content: paperOf(service).dark, media: '(prefers-color-scheme: dark)' },
          ],
  }
}
