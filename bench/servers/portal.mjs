/** The built portal, as an operator starts it. */
import { fileURLToPath } from 'node:url'
import { untilAnswers200 } from '../load.mjs'
import { freePort, start } from '../process.mjs'

export const PORTAL = fileURLToPath(new URL(`../../${process.env.BENCH_BUILD ?? 'dist'}/server.js`, import.meta.url))
/** The benchmark's own, below the project's folder. */
const SUBSCRIBERS_FILE = 'bench/.cache/subscribers.sqlite'

/**
 * @param env the operator's settings; without any it serves the embedded newsroom, and keeps no page for the next one
 * @param flags of Node
 * @param path waited for until it answers 200
 */
export async function startPortal({ env = {}, flags = [], stdio, path = '/readyz' } = {}) {
  const port = await freePort()
  const child = start(process.execPath, [...flags, PORTAL], {
    env: {
      PORT: `${port}`,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      SUBSCRIBERS_FILE,
      PAGE_CACHE_FILE: 'off',
      MEDIA_CACHE_DIR: 'off',
      ...env,
    },
    ...(stdio && { stdio }),
  })
  const origin = `http://127.0.0.1:${port}`
  await untilAnswers200(origin + path, child)
  return { child, pid: child.pid, origin }
}
