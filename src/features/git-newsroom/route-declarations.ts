import type { Route } from '../../edge/page-cache/route.ts'

export const NEWSROOM_PATH = '/ops/newsroom'

export const gitNewsroomRoutes = {
  fetch: {
    path: NEWSROOM_PATH,
    methods: ['POST'],
    summary: 'Fetches the newsroom from its Git repository',
    queue: 'none',
    isDirect: true,
    caching: {},
    example: NEWSROOM_PATH,
    bound: '10 wrong tokens or signatures a minute and client',
  },
} as const satisfies Record<string, Route>
