/**
 * The core suite on every version of Node that `engines` names: `node test/versions/run.mjs`, or with versions as
 * arguments (`own`: the one that runs this). Needs a build. The binaries come from npm's registry, once, into
 * node_modules/.cache; nothing of them is installed.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireTestPackages } from '../packages.mjs'

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
/** The oldest that is promised, and the newest of each line that is supported. */
const VERSIONS = ['20.19.0', '22.23.3', '24.21.0', '26.10.0']
/** What leans on the runtime most: sockets, workers, answers written by hand, threads, files, programs with binaries. */
const CORE = [
  'test/core',
  'test/cluster/workers.test.ts',
  'test/sources/upstream/http.test.ts',
  'test/http/connections.test.ts',
  'test/edge/page-cache/snapshot.test.ts',
  'test/http/handlers/purge.test.ts',
  'test/edge/transport/private-fields.test.ts',
  'test/edge/transport/strict-transport.test.ts',
  'test/media/media.test.ts',
  'test/features/newsletter/database.test.ts',
]
/** Milliseconds. */
const FETCH_LIMIT = 180_000
const CACHE = join(ROOT, 'node_modules/.cache/node-versions')

const platform = process.platform === 'win32' ? 'win' : process.platform
const program = process.platform === 'win32' ? 'node.exe' : 'node'

/** Absolute path of that version's program; fetched where it is not there yet. */
function programOf(version) {
  const folder = join(CACHE, version)
  const path = join(folder, 'package/bin', program)
  if (existsSync(path)) return path
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const spec = `node-${platform}-${process.arch}@${version}`
  execFileSync('npm', ['pack', spec, '--silent', '--ignore-scripts'], { cwd: folder, timeout: FETCH_LIMIT })
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  if (archive === undefined) throw new Error(`npm packed nothing for ${spec}`)
  execFileSync('tar', ['-xzf', archive, `package/bin/${program}`], { cwd: folder })
  rmSync(join(folder, archive))
  return path
}

/** @returns whether all of it passed */
function runCore(version) {
  let path
  try {
    path = version === 'own' ? process.execPath : programOf(version)
  } catch (error) {
    console.error(`== Node ${version} cannot be had from npm's registry: its core suite has NOT run (${error.message})`)
    return false
  }
  console.log(`\n== core suite on Node ${version}`)
  const args = [join(ROOT, 'node_modules/jest/bin/jest.js'), ...CORE]
  // Tests start the built server as `node`: that is to be the same one.
  const env = { ...process.env, PATH: `${dirname(path)}${delimiter}${process.env.PATH}` }
  return spawnSync(path, args, { cwd: ROOT, env, stdio: 'inherit' }).status === 0
}

requireTestPackages()
const requested = process.argv.slice(2)
const results = (requested.length > 0 ? requested : VERSIONS).map((version) => ({ version, isGood: runCore(version) }))
for (const { version, isGood } of results) console.log(`Node ${version}: ${isGood ? 'ok' : 'FAILED'}`)
process.exitCode = results.every(({ isGood }) => isGood) ? 0 : 1
