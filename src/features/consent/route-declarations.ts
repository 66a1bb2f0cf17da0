import type { Route } from '../../edge/page-cache/route.ts'

export const consentRoutes = {
  texts: {
    path: '/api/consent',
    summary: 'Texts of the question of consent, and the signal of the request',
    queue: 'interface',
    isDirect: true,
    caching: {},
    example: '/api/consent',
  },
} as const satisfies Record<string, Route>
