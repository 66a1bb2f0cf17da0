import { OEMBED_PATH } from '../../content/public-paths.ts'
import type { Route } from '../../edge/page-cache/route.ts'
import { HOUR } from '../../http/cache-lifetimes.ts'
import { forBrowsers } from '../../system/cache-headers.ts'

export const oEmbedRoutes = {
  oEmbed: {
    path: OEMBED_PATH,
    summary: 'oEmbed of an article',
    parameters: ['url', 'format', 'maxwidth', 'maxheight'].map((name) => ({ name })),
    counts: 'two',
    queue: 'interface',
    isDirect: true,
    caching: { oEmbed: { control: forBrowsers(HOUR) } },
    example: `${OEMBED_PATH}?url=http%3A%2F%2Flocalhost%2F2026%2F01%2Fartykul-{n}`,
  },
} as const satisfies Record<string, Route>
