import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GitServer, startGitServer } from '../support/git-server.ts'
import { pack } from '../support/packed.ts'
import { freePort } from '../support/process.ts'
import { startRegistry } from '../support/registry-server.ts'
import { follow, type Outcome } from '../support/sample-runner.ts'
import { sampledDocuments, stepsOf } from '../support/samples.ts'
import { startBlog } from '../support/wordpress-blog.ts'
import type { WordPressServer } from '../support/wordpress-server.ts'

const LIMIT = 400_000

let root: string
let registry: Awaited<ReturnType<typeof startRegistry>>
let wordpress: WordPressServer
let repository: GitServer
const outcomes: Outcome[] = []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'samples-'))
  // Both as npm would have them.
  registry = await startRegistry([await pack('.', root), await pack('create-szpalta', root)])
  wordpress = await startBlog()
  repository = await startGitServer()
  const home = join(root, 'home')
  await mkdir(home)
  const folder = await repository.git('remote', 'get-url', 'origin')
  // The repository is served for reading; what is pushed goes to its folder.
  await writeFile(
    join(home, '.gitconfig'),
    `[user]\n\tname = Ada Kowalska\n\temail = ada@gazeta.example\n[url "${folder}"]\n\tpushInsteadOf = ${repository.url}\n`,
  )
}, LIMIT)
afterAll(async () => {
  await repository.close()
  await wordpress.close()
  await registry.close()
  await rm(root, { recursive: true, force: true })
})

test.each(sampledDocuments())(
  '%s: its samples do what it says (DOC-2)',
  async (file) => {
    const folder = await mkdtemp(join(root, 'project-'))
    const port = await freePort()
    const outcome = await follow(stepsOf(file), {
      folder,
      port,
      environment: {
        PATH: process.env.PATH,
        HOME: join(root, 'home'),
        HOST: '127.0.0.1',
        PORT: String(port),
        npm_config_registry: registry.url,
        npm_config_update_notifier: 'false',
        npm_config_yes: 'true',
      },
      standIns: new Map([
        ['https://blog.example', wordpress.url],
        ['https://git.example/gazeta/newsroom.git', repository.url],
      ]),
    })
    outcomes.push(outcome)
    expect(outcome.run).toBeGreaterThan(0)
  },
  LIMIT,
)

test('nearly all samples of tutorials and how-tos were run or read by their program (DOC-2)', () => {
  const done = outcomes.reduce((sum, { run, checked }) => sum + run + checked, 0)
  const notRun = outcomes.flatMap((outcome) => outcome.notRun)
  const lines = notRun.map((line) => `\n  not run: ${line}`).join('')
  process.stderr.write(`\n  samples of documents run or checked: ${done} of ${done + notRun.length}${lines}\n\n`)
  expect(outcomes).toHaveLength(sampledDocuments().length)
  expect(done).toBeGreaterThan(notRun.length * 8)
})
