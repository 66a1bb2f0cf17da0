import type { Route } from '../../edge/page-cache/route.ts'
import { FILTER_PARAMETERS } from '../../http/route-declarations.ts'

export const searchRoutes = {
  suggestions: {
    path: '/search/:query/suggestions',
    summary: 'Articles for words that are still being typed',
    queue: 'search',
    caching: {},
    example: '/search/podpis-{n}/suggestions',
  },
  page: {
    path: '/search/:query/:page',
    like: /^\/search\/[^/]+\/[0-9]+$/,
    summary: 'A page of results, as data',
    parameters: FILTER_PARAMETERS,
    queue: 'search',
    caching: {},
    example: '/search/podpis-{n}/1',
  },
  others: {
    path: '/search/:query/*rest',
    like: /^\/search\/[^/]+\//,
    summary: 'Searches of another form',
    queue: 'search',
    caching: {},
    isUnhandled: true,
  },
} as const satisfies Record<string, Route>
