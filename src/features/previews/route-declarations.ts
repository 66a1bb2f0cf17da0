import { PREVIEW_PATH } from '../../content/public-paths.ts'
import type { Route } from '../../edge/page-cache/route.ts'

export const previewsRoutes = {
  preview: {
    path: `${PREVIEW_PATH}/:id`,
    like: /^\/preview\/[^/]+(?:\/|$)/,
    summary: 'Preview of a text that is not published, with a signed link',
    queue: 'page',
    hasNotice: true,
    isDirect: true,
    caching: {},
  },
} as const satisfies Record<string, Route>
