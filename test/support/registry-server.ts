import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { ROOT } from './root.ts'

const installedFile = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })
const manifestFile = z.looseObject({ name: z.string(), version: z.string() })

/**
 * A registry on a loopback port with the packages that are installed here, in all versions, so that npm installs without a network.
 * Others, such as those for another platform, are not there.
 */
export async function startRegistry(): Promise<{ url: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-'))
  const installed = await readFile(join(ROOT, 'node_modules/.package-lock.json'), 'utf8')
  const places = Object.keys(installedFile.parse(JSON.parse(installed)).packages)
  const archives = new Map<string, Promise<Buffer>>()
  const archiveOf = async (place: string): Promise<Buffer> => {
    const file = join(folder, `${places.indexOf(place)}.tgz`)
    const args = ['-czf', file, '--transform', 's,^\\./,package/,', '--exclude', './node_modules', '-C', place, './']
    await promisify(execFile)('tar', args, { cwd: ROOT })
    return readFile(file)
  }
  const manifestsOf = async (name: string) =>
    Promise.all(
      places
        .filter((place) => place === `node_modules/${name}` || place.endsWith(`/node_modules/${name}`))
        .map(async (place) => {
          const manifest = manifestFile.parse(JSON.parse(await readFile(join(ROOT, place, 'package.json'), 'utf8')))
          return { ...manifest, dist: { tarball: `${origin()}/${place}.tgz` } }
        }),
    )
  const respond = async (path: string): Promise<Buffer | string> => {
    const place = path.replace(/\.tgz$/, '')
    if (place !== path) {
      if (!places.includes(place)) throw new Error(`not installed: ${place}`)
      const archive = archives.get(place) ?? archiveOf(place)
      archives.set(place, archive)
      return archive
    }
    const manifests = await manifestsOf(path)
    const [first] = manifests
    if (!first) throw new Error(`not installed: ${path}`)
    const versions = Object.fromEntries(manifests.map((manifest) => [manifest.version, manifest]))
    return JSON.stringify({ name: path, 'dist-tags': { latest: first.version }, versions })
  }
  const server = createServer((request, response) => {
    respond(decodeURIComponent((request.url ?? '').slice(1))).then(
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
