/**
 * `npm run desk`: the editors' desk on this machine, next to the portal in development (docs/desk.md). It writes into the newsroom's
 * folder by the editor's own server; `--git` commits what is saved.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'

const SETTINGS_FILE = '.env'
const LOOPBACK = '127.0.0.1'
const { values } = parseArgs({ options: { git: { type: 'boolean', default: false } } })

if (existsSync(SETTINGS_FILE)) process.loadEnvFile(SETTINGS_FILE)
const { PORT = '3000', NEWSROOM_DIR, SITE_DIR = 'sites/szpalta' } = process.env
/** As `src/sources/embedded/newsroom-folder.ts` chooses it. */
const ownNewsroom = join(SITE_DIR, 'newsroom')
const newsroom = real(NEWSROOM_DIR || (existsSync(ownNewsroom) ? ownNewsroom : 'newsroom'))
const repository = values.git ? repositoryOf(newsroom) : dirname(newsroom)
const site = real(SITE_DIR)
const inRepository = (folder) => relative(repository, folder).split(sep).join('/')

if (process.env.DESK_REVIEW === 'on' && !values.git) fail('DESK_REVIEW=on needs branches: npm run desk -- --git')

const server = await startServer()
Object.assign(process.env, {
  DESK: 'on',
  DESK_SERVER: `http://${LOOPBACK}:${server.port}/api/v1`,
  DESK_FOLDER: inRepository(newsroom),
  DESK_BRANCH: values.git ? git('branch', '--show-current').trim() : 'main',
  ...(site.startsWith(repository + sep) && { DESK_SITE_FOLDER: inRepository(site) }),
})
process.stdout.write(`http://localhost:${PORT}/desk writes into ${newsroom}${values.git ? ', and commits' : ''}\n`)
await import('./dev.mjs')

function real(folder) {
  if (!existsSync(folder)) fail(`there is no folder ${resolve(folder)}: NEWSROOM_DIR and SITE_DIR name them`)
  return realpathSync(folder)
}

/** The editor's server commits everything that has changed in the repository, and changes branches. */
function repositoryOf(folder) {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--show-toplevel'], { cwd: folder, encoding: 'utf8' })
  if (status !== 0) fail(`${folder} is in no Git repository: without --git the desk writes files only`)
  const root = realpathSync(stdout.trim())
  const changed = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).stdout.trim()
  if (changed !== '') fail(`commit first what has changed in ${root}: the desk would commit it with the next text`)
  return root
}

function git(...args) {
  return spawnSync('git', args, { cwd: repository, encoding: 'utf8' }).stdout
}

/** Only pages of the desk's own origin may call it: any site could otherwise write files. */
async function startServer() {
  const port = await freePort()
  const program = serverProgram()
  const child = spawn(process.execPath, [program], {
    cwd: repository,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      BIND_HOST: LOOPBACK,
      ORIGIN: `http://localhost:${PORT}`,
      MODE: values.git ? 'git' : 'fs',
      GIT_REPO_DIRECTORY: repository,
      LOG_LEVEL: 'error',
    },
  })
  child.on('exit', (code) => fail(`the editor's server has ended (${code})`))
  process.on('exit', () => {
    child.removeAllListeners('exit')
    child.kill()
  })
  return { port }
}

/** Installed at the first call, as `npm ci` leaves the workspace out (docs/decisions/142). */
function serverProgram() {
  const require = createRequire(import.meta.url)
  const find = () => require.resolve('decap-server/dist/index.js')
  try {
    return find()
  } catch {
    process.stderr.write("installing the desk's server (npm install --workspace desk)\n")
    const args = [
      'install',
      '--workspaces',
      '--workspace',
      'desk',
      '--include-workspace-root',
      '--include=dev',
      '--no-save',
    ]
    const { status } = spawnSync('npm', [...args, '--loglevel=error'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    })
    if (status !== 0) fail("npm could not install the desk's server")
    return find()
  }
}

async function freePort() {
  const probe = createServer()
  await new Promise((done, failed) => probe.once('error', failed).listen(0, LOOPBACK, done))
  const { port } = probe.address()
  await new Promise((done) => probe.close(done))
  return port
}

function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
