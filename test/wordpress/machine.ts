import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, readlink, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** The versions of WordPress in the tests, with the Debian release that has each, and its default theme. */
const RELEASES = {
  '6.1': { suite: 'bookworm', theme: 'wordpress-theme-twentytwentythree' },
  '6.8': { suite: 'trixie', theme: 'wordpress-theme-twentytwentyfive' },
} as const
export type Version = keyof typeof RELEASES
const ALL_VERSIONS = Object.keys(RELEASES) as Version[]
/** `WORDPRESS_VERSIONS=newest`: the newest alone. */
export const VERSIONS = process.env.WORDPRESS_VERSIONS === 'newest' ? ALL_VERSIONS.slice(-1) : ALL_VERSIONS

/** WordPress itself, and the packages that Debian's WordPress takes files from. Unpacked, never installed. */
const PACKAGES = ['wordpress', 'php-getid3', 'libjs-cropper', 'libjs-underscore', 'libjs-lodash']
/** What `.ci/run` installs: none of them starts a service. */
const INSTALL =
  'apt-get install --no-install-recommends php-cli php-mysql php-gd php-mbstring php-xml mariadb-server-core mariadb-client-core'
const PHP_EXTENSIONS = ['mysqli', 'gd', 'mbstring', 'xml']
const DATABASE_PROGRAMS = ['mariadbd', 'mariadb-install-db', 'my_print_defaults']

/** Unpacked packages and loaded sites are cached here between runs. */
export const CACHE = join(tmpdir(), `szpalta-wordpress-${userInfo().uid}`)

const run = promisify(execFile)

/** Folder of an unpacked WordPress that nothing modifies, or the reason why there is none on this machine. */
export async function unpackedWordPress(version: Version = '6.1'): Promise<{ folder: string } | { missing: string }> {
  const lacking = lackingPrograms()
  if (lacking.length > 0) return { missing: `there is no ${lacking.join(', no ')} (${INSTALL})` }
  const folder = join(CACHE, `wordpress-${version}`)
  try {
    await mkdir(CACHE, { recursive: true, mode: 0o700 })
    if ((await stat(CACHE)).uid !== userInfo().uid) throw new Error(`${CACHE} belongs to another user`)
    if (!existsSync(folder)) await unpack(folder, version)
    return { folder }
  } catch (error) {
    const why = error instanceof Error ? error.message : error
    return { missing: `Debian's WordPress ${version} could not be fetched: ${why}` }
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

async function unpack(folder: string, version: Version): Promise<void> {
  const work = await mkdtemp(join(CACHE, 'unpack-'))
  try {
    const packages = [...PACKAGES, RELEASES[version].theme]
    await run('apt-get', [...(await aptOptions(work, version)), 'download', ...packages], { cwd: work })
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

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'

/**
 * None where the machine's own Debian has the version. Else apt gets a list, a state and a cache of its own in the work
 * folder, for the release that has it: the machine's configuration stays as it is.
 */
async function aptOptions(work: string, version: Version): Promise<string[]> {
  const { stdout } = await run('apt-cache', ['policy', 'wordpress'])
  if (/Candidate:\s*(\S+)/.exec(stdout)?.[1]?.startsWith(`${version}.`)) return []
  const state = join(work, 'apt')
  await mkdir(join(state, 'lists/partial'), { recursive: true })
  await mkdir(join(state, 'archives/partial'), { recursive: true })
  const list = join(state, 'sources.list')
  await writeFile(list, `deb [signed-by=${KEYRING}] ${await debianMirror()} ${RELEASES[version].suite} main\n`)
  await writeFile(join(state, 'status'), '')
  const options = {
    'Dir::Etc::sourcelist': list,
    'Dir::Etc::sourceparts': '-',
    'Dir::State': state,
    'Dir::State::status': join(state, 'status'),
    'Dir::Cache': state,
    // The folder is closed to apt's own user.
    'APT::Sandbox::User': '',
  }
  const parameters = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  await run('apt-get', [...parameters, 'update'])
  return parameters
}

/**
 * The mirror that the machine itself uses.
 * @throws {Error} when its sources name none
 */
async function debianMirror(): Promise<string> {
  const folder = '/etc/apt/sources.list.d'
  const names = await readdir(folder).catch(() => [])
  const files = ['/etc/apt/sources.list', ...names.map((name) => join(folder, name))]
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
  const urls = texts.flatMap((text) => [...text.matchAll(/^(?:deb|URIs:)[^#\n]*?(https?:\/\/\S+)/gm)])
  const mirror = urls.map(([, url = '']) => url.replace(/\/$/, '')).find((url) => url.endsWith('/debian'))
  if (mirror === undefined) throw new Error('no source of this machine is a mirror of Debian')
  return mirror
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
