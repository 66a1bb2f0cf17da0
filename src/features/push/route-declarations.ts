import type { Route } from '../../edge/page-cache/route.ts'

export const PUSH_API = '/api/push'
export const PUSH_CLICKS_API = `${PUSH_API}/clicks`

const post = { methods: ['POST'], queue: 'interface', isDirect: true, caching: {} } as const

export const pushRoutes = {
  subscription: {
    path: PUSH_API,
    summary: 'What a browser is notified of, with `VAPID_PRIVATE_KEY`',
    ...post,
    example: PUSH_API,
    bound: '20 a minute and client',
  },
  clicks: {
    path: PUSH_CLICKS_API,
    summary: 'Counts a click on a notification, with `VAPID_PRIVATE_KEY`',
    ...post,
    bound: '120 a minute and client',
  },
} as const satisfies Record<string, Route>
