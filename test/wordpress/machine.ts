import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, mkdtemp, readdir, readlink, rename, rm, stat } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** WordPress itself, a theme, and the packages that Debian's WordPress takes files from. Unpacked, never installed. */
const PACKAGES = ['wordpress', 'wordpress-theme-twentytwentythree', 'php-getid3', 'libjs-cropper', 'libjs-underscore']
/** What `.ci/run` installs: none of them starts a service. */
const INSTALL =
  'apt-get install --no-install-recommends php-cli php-mysql php-gd php-mbstring php-xml mariadb-server-core mariadb-client-core'
const PHP_EXTENSIONS = ['mysqli', 'gd', 'mbstring', 'xml']
const DATABASE_PROGRAMS = ['mariadbd', 'mariadb-install-db', 'my_print_defaults']

/** Unpacked packages and loaded sites are cached here between runs. */
export const CACHE = join(tmpdir(), `szpalta-wordpress-${userInfo().uid}`)

const run = promisify(execFile)

/** Folder of an unpacked WordPress that nothing modifies, or the reason why there is none on this machine. */
export async function unpackedWordPress(): Promise<{ folder: string } | { missing: string }> {
  const lacking = lackingPrograms()
  if (lacking.length > 0) return { missing: `there is no ${lacking.join(', no ')} (${INSTALL})` }
  const folder = join(CACHE, 'wordpress')
  try {
    await mkdir(CACHE, { recursive: true, mode: 0o700 })
    if ((await stat(CACHE)).uid !== userInfo().uid) throw new Error(`${CACHE} belongs to another user`)
    if (!existsSync(folder)) await unpack(folder)
    return { folder }
  } catch (error) {
    return { missing: `Debian's WordPress could not be fetched: ${error instanceof Error ? error.message : error}` }
  }
}

function lackingPrograms(): string[] {
  const php = spawnSync('php', ['-m'], { encoding: 'utf8' })
  if (php.error) return ['php']
  const extensions = php.stdout.toLowerCase().split('\n')
  return [
    ...PHP_EXTENSIONS.filter((name) => !extensions.includes(name)).map((name) => `php-${name}`),
    ...DATABASE_PROGRAMS.filter((name) => spawnSync(name, ['--version']).error),
  ]
}

async function unpack(folder: string): Promise<void> {
  const work = await mkdtemp(join(CACHE, 'unpack-'))
  try {
    await run('apt-get', ['download', ...PACKAGES], { cwd: work })
    for (const file of await readdir(work)) {
      if (file.endsWith('.deb')) await run('dpkg', ['-x', file, join(work, 'root')], { cwd: work })
    }
    const share = join(work, 'root/usr/share')
    await resolveLinks(join(share, 'wordpress'), share)
    // A parallel run may have been faster.
    await rename(join(share, 'wordpress'), folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Debian's package links to files of other packages: copies them into their places, where these are unpacked too. */
async function resolveLinks(folder: string, share: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const target = join(dirname(path), await readlink(path))
    await rm(path)
    if (target.startsWith(share) && existsSync(target)) await copyFile(target, path)
  }
}

/**
 * A copy of a folder; files are shared with the original where the file system supports it, and never modified in
 * place.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, mode: 2 })
}
