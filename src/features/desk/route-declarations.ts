import type { Route } from '../../edge/page-cache/route.ts'

export const DESK_PATH = '/desk'
export const DESK_PREVIEW_PATH = '/desk/preview'
export const NO_EDITOR = 'DESK=on, and the build has no editor: build with DESK=on'

const file = { queue: 'file', isDirect: true, caching: {} } as const

export const deskRoutes = {
  desk: { path: DESK_PATH, summary: 'Where editors write, with `DESK=on`', ...file, example: DESK_PATH },
  preview: {
    path: DESK_PREVIEW_PATH,
    methods: ['POST'],
    summary: 'Page of a text that is not saved yet, with `DESK=on`',
    queue: 'interface',
    isDirect: true,
    caching: {},
    example: DESK_PREVIEW_PATH,
    bound: '120 a minute and client, 20 s of rendering a minute in all',
  },
  files: {
    path: `${DESK_PATH}/*path`,
    summary: 'Files and configuration of the editor, with `DESK=on`',
    ...file,
    example: `${DESK_PATH}/nie-ma-{n}.js`,
  },
} as const satisfies Record<string, Route>
