import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gitNewsroomChecks } from '../../../tools/doctor/checks/git-newsroom.ts'
import { type GitServer, startGitServer } from '../../support/git-server.ts'
import { ROOT } from '../../support/root.ts'

const ARTICLE = '---\ntitle: A\nlead: Zajawka.\ndate: 2026-03-01T10:00\n---\nTekst.\n'

let git: GitServer
let root: string
beforeEach(async () => {
  git = await startGitServer()
  root = await mkdtemp(join(tmpdir(), 'doctor-git-'))
})
afterEach(async () => {
  await git.close()
  await rm(root, { recursive: true, force: true })
})

async function findings(settings: object = {}) {
  const gitNewsroom = { url: git.url, folder: '.', shown: 'shown', maxPack: 1e8, token: 'sekret-hosta', ...settings }
  const checks = gitNewsroomChecks({ gitNewsroom }, ['akademia'], { root, build: join(ROOT, 'dist') })
  return Promise.all(checks.map(({ run }) => run()))
}

test('GIT-7 the newest commit is read, and what is shown is named and left as it is', async () => {
  const commit = await git.push({ 'akademia/articles/a.md': ARTICLE })
  const [fetched, notices] = await findings()
  expect(fetched).toMatchObject({
    state: 'good',
    says: expect.stringContaining(`${commit.slice(0, 12)}, has 1 articles`),
  })
  expect(fetched?.says).toContain('No commit is shown yet.')
  expect(notices?.state).toBe('good')
  expect(await readdir(root)).toEqual([])
  await symlink(`commits/${commit}/newsroom`, join(root, 'shown'))
  const [again] = await findings()
  expect(again?.says).toContain(`Shown is ${commit.slice(0, 12)}.`)
})

test('GIT-7 a broken commit is named with its lines, remarks too, and what keeps it away', async () => {
  await git.push({ 'akademia/articles/a.md': ARTICLE.replace('lead', 'leda') })
  const [remark] = await findings()
  expect(remark).toMatchObject({ state: 'weak', says: expect.stringContaining('a.md:3: field "leda" is unknown') })
  await git.push({ 'akademia/articles/b.md': ARTICLE.replace('2026-03-01T10:00', 'jutro') })
  const [broken, notices] = await findings({ token: undefined })
  expect(broken).toMatchObject({
    state: 'bad',
    says: expect.stringContaining('akademia/articles/b.md:4: field "date"'),
  })
  expect(notices?.state).toBe('weak')
  await git.down()
  const [away] = await findings()
  expect(away).toMatchObject({ state: 'bad', says: expect.stringContaining('cannot be reached') })
})

test('without a repository nothing is looked at', () => {
  expect(gitNewsroomChecks({}, ['akademia'], { root, build: root })).toEqual([])
})
