import { createServer, type Server } from 'node:http'
import { createLog } from '../src/observability/log/log.ts'
import { startPortal } from '../src/portal/portal.ts'
import { readSettings } from '../src/portal/settings/read-settings.ts'
import { newsroomCheck } from '../src/sources/embedded/newsroom-check.ts'
import { newsroomFolder } from '../src/sources/embedded/newsroom-folder.ts'

/** Where `npm run dev` asks which files of the newsroom cannot be read (portals.mjs). */
const BROKEN_FILES = '/__development/broken-files'

/** Where a process of development listens. */
interface Ports {
  portal: number
  catalogue: number
}

/**
 * Serves the portal as it is, and the catalogue of blocks on a port of its own: the portal knows nothing of it.
 * @param folders the project's, and the build's
 * @throws when it cannot start
 */
export async function start({ root, build }: { root: string; build: string }): Promise<Ports> {
  const env = await readSettings(root, build)
  const log = createLog({ level: env.logLevel, secrets: env.secrets })
  const portal = await startPortal(env, root, log, { build, showsDrafts: true })
  // Loaded when somebody asks for it: no restart waits for it.
  let loading: ReturnType<typeof load> | undefined
  const load = async () => {
    const { createCatalogue } = await import('./catalogue/catalogue.tsx')
    return createCatalogue({ root, build })
  }
  const check =
    env.content === 'embedded'
      ? newsroomCheck(newsroomFolder(root, env), Object.keys(env.services), { readsBodies: false })
      : undefined
  const catalogue = createServer(async (request, response) => {
    try {
      if (request.url === BROKEN_FILES) {
        response.end(JSON.stringify((await check?.())?.errors ?? []))
        return
      }
      loading ??= load()
      const respond = await loading
      await respond(request, response)
    } catch (error) {
      log.error({ err: error }, 'catalogue')
      response.writeHead(500, { 'content-type': 'text/html' }).end()
    }
  })
  const port = await listening(catalogue)
  await portal.ready
  return { portal: portal.port, catalogue: port }
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the catalogue has no port')
  return address.port
}
