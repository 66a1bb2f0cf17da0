import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import type { Packed } from './packed.ts'
import { ROOT } from './root.ts'

const run = promisify(execFile)
const named = z.object({ name: z.string() })
const manifest = z.looseObject({ version: z.string() })
const lock = z.object({ packages: z.record(z.string(), z.unknown()) })
const INSTALLED = Object.keys(
  lock.parse(JSON.parse(await readFile(join(ROOT, 'node_modules/.package-lock.json'), 'utf8'))).packages,
)

/** Folders of every version that is installed, the one at the top first. */
function installed(name: string): string[] {
  return INSTALLED.filter((path) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`)).sort(
    (one, other) => one.length - other.length,
  )
}

/**
 * A registry on a loopback port with the packages that are installed here, so that npm installs without a network. Others, such as
 * those for another platform, are not there.
 * @param own packages that were packed here
 */
export async function startRegistry(own: readonly Packed[] = []): Promise<{ url: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-'))
  const archives = new Map<string, Promise<Buffer>>()
  const packedManifests = new Map<string, string>()
  for (const { archive } of own) {
    const { stdout } = await run('tar', ['-xzOf', archive, 'package/package.json'])
    const { name } = named.parse(JSON.parse(stdout))
    packedManifests.set(name, stdout)
    archives.set(name, readFile(archive))
  }
  const archiveOf = async (path: string): Promise<Buffer> => {
    const file = join(folder, `${path.replaceAll('/', '+')}.tgz`)
    await run('tar', [
      ...['-czf', file, '--transform', 's,^\\./,package/,', '--exclude', './node_modules'],
      ...['-C', join(ROOT, path), './'],
    ])
    return readFile(file)
  }
  const respond = async (path: string): Promise<Buffer | string> => {
    const [, name = '', place] = /^\/((?:@[\w.-]+\/)?[\w.-]+)(?:\/-\/(.+)\.tgz)?$/.exec(path) ?? []
    if (name === '') throw new Error(`no package: ${path}`)
    if (place !== undefined) {
      const archive = archives.get(place) ?? archiveOf(place)
      archives.set(place, archive)
      return archive
    }
    const packed = packedManifests.get(name)
    const places: Array<[string, string]> =
      packed === undefined
        ? await Promise.all(
            installed(name).map(
              async (at): Promise<[string, string]> => [at, await readFile(join(ROOT, at, 'package.json'), 'utf8')],
            ),
          )
        : [[name, packed]]
    if (places.length === 0) throw new Error(`no package: ${path}`)
    const manifests = places.map(([at, text]) => {
      const { version, ...own } = manifest.parse(JSON.parse(text))
      return [version, { ...own, version, dist: { tarball: `${origin()}/${name}/-/${at}.tgz` } }] as const
    })
    return JSON.stringify({ name, 'dist-tags': { latest: manifests[0]?.[0] }, versions: Object.fromEntries(manifests) })
  }
  const server = createServer((request, response) => {
    respond(decodeURIComponent(request.url ?? '')).then(
      (body) => response.end(body),
      () => response.writeHead(404).end('{}'),
    )
  })
  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: origin(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true })
    },
  }
}
