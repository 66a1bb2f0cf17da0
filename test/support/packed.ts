import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rename, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { ROOT } from './root.ts'

const run = promisify(execFile)
const packed = z
  .array(z.object({ filename: z.string(), unpackedSize: z.number(), files: z.array(z.object({ path: z.string() })) }))
  .length(1)

export interface Packed {
  /** The archive; there is none of a dry run. */
  archive: string
  files: string[]
  /** Bytes. */
  unpackedSize: number
}

/** What `npm publish` would send. @param folder of the package, in the project's */
export async function pack(folder: string, destination: string, { isDry = false } = {}): Promise<Packed> {
  const args = ['pack', '--json', ...(isDry ? ['--dry-run'] : ['--pack-destination', destination])]
  const { stdout } = await run('npm', args, { cwd: join(ROOT, folder), maxBuffer: 16 * 1024 * 1024 })
  // Scripts that npm runs before may write too.
  const [own] = packed.parse(JSON.parse(stdout.slice(stdout.indexOf('[\n'))))
  if (!own) throw new Error('npm has packed nothing')
  const { filename, files, unpackedSize } = own
  return { archive: join(destination, filename), files: files.map(({ path }) => path), unpackedSize }
}

/** Packages that an installation of the program brings. */
const PRODUCTION = ['sharp', '@photostructure', '@img', 'detect-libc', 'semver', 'node-gyp-build']

/** A project of somebody's own with the program as npm would install it, its packages linked. */
export async function projectWithPackage(): Promise<Packed & { project: string }> {
  const project = await mkdtemp(join(tmpdir(), 'package-'))
  const own = await pack('.', project)
  await run('tar', ['-xzf', own.archive, '-C', project])
  await mkdir(join(project, 'node_modules'))
  await rename(join(project, 'package'), join(project, 'node_modules/szpalta'))
  const there = await readdir(join(ROOT, 'node_modules'))
  for (const name of PRODUCTION.filter((one) => there.includes(one))) {
    await symlink(join(ROOT, 'node_modules', name), join(project, 'node_modules', name))
  }
  return { ...own, project }
}
