/** The built portal, as an operator starts it. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { untilAnswers200 } from '../load.mjs'
import { freePort, start } from '../process.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BUILD = process.env.BENCH_BUILD ?? 'dist'
export const PORTAL = join(ROOT, BUILD, 'server.js')
/** The benchmark's own. */
const SUBSCRIBERS_FILE = join(ROOT, 'bench/.cache/subscribers.sqlite')

/**
 * @param folder with a build, of another commit for instance
 * @param env the operator's settings; without any it serves the embedded newsroom, and keeps no page for the next one
 * @param flags of Node
 * @param path waited for until it answers 200
 */
export async function startPortal({ folder = ROOT, env = {}, flags = [], stdio, path = '/readyz' } = {}) {
  const port = await freePort()
  const child = start(process.execPath, [...flags, join(folder, BUILD, 'server.js')], {
    cwd: folder,
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
