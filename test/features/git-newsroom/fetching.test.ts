import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { deflateSync } from 'node:zlib'
import { fetchCommit } from '../../../src/features/git-newsroom/fetching/fetch-commit.ts'
import { FetchError } from '../../../src/features/git-newsroom/fetching/limits.ts'
import type { Fetched, FetchOrder } from '../../../src/features/git-newsroom/fetching/messages.ts'
import { checkPack } from '../../../src/features/git-newsroom/fetching/pack-limits.ts'
import { type GitServer, startGitServer } from '../../support/git-server.ts'

const article = (title: string): string => `---\ntitle: ${title}\nlead: Zajawka.\ndate: 2026-03-01T10:00\n---\nTekst.\n`

let server: GitServer
let folder: string
let number = 0
beforeEach(async () => {
  server = await startGitServer()
  folder = await mkdtemp(join(tmpdir(), 'fetching-'))
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function fetched(order: Partial<FetchOrder> = {}, repository: object = {}): Promise<Fetched & { into: string }> {
  number += 1
  const into = await mkdtemp(join(folder, `into-${number}-`))
  const usual = { url: server.url, maxPack: 64 * 1024 * 1024 }
  const result = await fetchCommit({
    ...{ repository: { ...usual, ...repository }, services: ['akademia'], into, known: [] },
    ...order,
  })
  return { ...result, into }
}

const textOf = (into: string, path: string): Promise<string> => readFile(join(into, 'newsroom', path), 'utf8')

test('a commit is there with its files and without what begins with a dot', async () => {
  const commit = await server.push({
    'akademia/articles/a.md': article('A'),
    '.github/workflows/build.yaml': 'x',
    'images/2026/03/a.webp': Buffer.alloc(3000, 7),
  })
  const result = await fetched()
  expect(result).toMatchObject({ kind: 'whole', commit, articles: 1, warnings: [] })
  expect(await textOf(result.into, 'akademia/articles/a.md')).toBe(article('A'))
  expect((await readdir(join(result.into, 'newsroom'))).sort()).toEqual(['akademia', 'images'])
})

test('GIT-2 the disk has every file and folder of a commit before it is called whole', async () => {
  await server.push({ 'akademia/articles/a.md': article('A'), 'images/a.bin': randomBytes(4000) })
  const first = await fetched({ isShown: true })
  await server.push({ 'akademia/articles/b.md': article('B') })
  const from = { folder: first.into, commit: first.kind === 'whole' ? first.commit : '' }
  const synced: Array<{ path: string; changed: number }> = []
  const flush = fs.fsyncSync
  const spy = jest.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
    flush(file)
    const path = fs.readlinkSync(`/proc/self/fd/${file}`)
    synced.push({ path, changed: fs.statSync(path).ctimeMs })
  })
  syncBuiltinESMExports()
  const second = await fetched({ from, isShown: true })
  spy.mockRestore()
  syncBuiltinESMExports()
  expect(second.kind).toBe('whole')
  const all = await readdir(second.into, { recursive: true })
  expect(all).toEqual(expect.arrayContaining(['newsroom/akademia/articles/a.md', 'newsroom/images/a.bin']))
  expect(synced.map(({ path }) => relative(second.into, path)).sort()).toEqual(['', ...all].sort())
  // A folder after what is in it, and nothing is written afterwards.
  for (const { path, changed } of synced) expect([path, fs.statSync(path).ctimeMs]).toEqual([path, changed])
  expect(synced.at(-1)?.path).toBe(second.into)
})

test('the next commit brings what it changes, and the history does not come along', async () => {
  const noise = randomBytes(400_000)
  await server.push({ 'images/a.bin': noise })
  await server.push({ 'images/a.bin': noise.subarray(1), 'akademia/articles/a.md': article('A') })
  const first = await fetched()
  expect(first.kind).toBe('whole')
  expect(server.sent).toBeGreaterThan(400_000)
  expect(server.sent).toBeLessThan(500_000)
  if (first.kind !== 'whole') throw new Error('no commit')
  const before = server.sent
  const commit = await server.push({ 'akademia/articles/b.md': article('B') }, ['akademia/articles/a.md'])
  const second = await fetched({ from: { folder: first.into, commit: first.commit } })
  expect(second).toMatchObject({ kind: 'whole', commit, articles: 1 })
  expect(server.sent - before).toBeLessThan(5000)
  expect(await readFile(join(second.into, 'newsroom/images/a.bin'))).toEqual(noise.subarray(1))
  expect(await readdir(join(second.into, 'newsroom/akademia/articles'))).toEqual(['b.md'])
  const third = await fetched({ from: { folder: second.into, commit }, known: [commit] })
  expect(third).toMatchObject({ kind: 'known', commit })
})

test('files have the date of the commit that brought them, also after the next one, and never one that is to come', async () => {
  const dated = async (path: string, date: string): Promise<void> => {
    await server.push({ [path]: article(path) })
    // Git reads the committer's date from the environment alone, and a rebase can take the author's.
    await server.git('commit', '--quiet', '--amend', '--no-edit', `--date=${date}`)
    await server.git('-c', 'rebase.backend=merge', 'rebase', '--quiet', '--committer-date-is-author-date', '--root')
    await server.git('push', '--quiet', '--force', 'origin', 'HEAD')
  }
  const dateOf = async (into: string, path: string): Promise<number> =>
    (await stat(join(into, 'newsroom', path))).mtimeMs
  const [a, b, c] = ['akademia/articles/a.md', 'akademia/articles/b.md', 'akademia/articles/c.md'] as const
  await dated(a, '2026-03-01T10:00:00Z')
  const first = await fetched()
  if (first.kind !== 'whole') throw new Error('no commit')
  expect(await dateOf(first.into, a)).toBe(Date.UTC(2026, 2, 1, 10))
  await dated(b, '2026-04-01T10:00:00Z')
  const second = await fetched({ from: { folder: first.into, commit: first.commit } })
  expect(await dateOf(second.into, a)).toBe(Date.UTC(2026, 2, 1, 10))
  expect(await dateOf(second.into, b)).toBe(Date.UTC(2026, 3, 1, 10))
  await dated(c, '2090-01-01T10:00:00Z')
  const third = await fetched()
  expect(await dateOf(third.into, c)).toBeLessThanOrEqual(Date.now())
})

test('another history of the branch, and a damaged earlier commit, are fetched as a whole', async () => {
  await server.push({ 'akademia/articles/a.md': article('A') })
  const first = await fetched()
  if (first.kind !== 'whole') throw new Error('no commit')
  await server.git('checkout', '--quiet', '--orphan', 'other')
  await server.push({ 'akademia/articles/b.md': article('B') })
  await server.git('push', '--quiet', '--force', 'origin', 'HEAD:main')
  const other = await fetched({ from: { folder: first.into, commit: first.commit } })
  expect(other).toMatchObject({ kind: 'whole', articles: 2 })
  await rm(join(first.into, 'git/objects'), { recursive: true })
  expect(await fetched({ from: { folder: first.into, commit: first.commit } })).toMatchObject({ kind: 'whole' })
})

test('a branch and a folder of the repository; one that is not there is named', async () => {
  await server.push({ 'strona/newsroom/akademia/articles/a.md': article('A'), 'README.md': 'x' })
  await server.git('checkout', '--quiet', '-b', 'wydanie/jesień')
  await server.push({ 'strona/newsroom/akademia/articles/b.md': article('B') })
  const both = { branch: 'wydanie/jesień', path: 'strona/newsroom' }
  expect(await fetched({}, both)).toMatchObject({ kind: 'whole', articles: 2 })
  expect(await fetched({}, { path: 'strona/newsroom' })).toMatchObject({ kind: 'whole', articles: 1 })
  expect(await fetched({}, { path: 'nie-ma' })).toMatchObject({
    kind: 'failed',
    reason: 'the commit has no folder "nie-ma": see NEWSROOM_GIT_FOLDER',
  })
  expect(await fetched({}, { branch: 'nie-ma' })).toMatchObject({
    kind: 'failed',
    reason: 'the repository has no branch "nie-ma": see NEWSROOM_GIT_BRANCH',
  })
})

test('a tag with the name of the branch is not the branch', async () => {
  await server.push({ 'akademia/articles/a.md': article('A') })
  await server.git('tag', 'wydanie')
  await server.git('push', '--quiet', 'origin', 'refs/tags/wydanie')
  await server.git('checkout', '--quiet', '-b', 'wydanie')
  await writeFile(join(server.work, 'akademia/articles/b.md'), article('B'))
  await server.git('add', '--all')
  await server.git('commit', '--quiet', '--message', 'Save')
  await server.git('push', '--quiet', 'origin', 'refs/heads/wydanie')
  const commit = await server.git('rev-parse', 'refs/heads/wydanie')
  expect(await fetched({}, { branch: 'wydanie' })).toMatchObject({ kind: 'whole', commit, articles: 2 })
})

test('a broken file is named with its line, and a commit without an article is none', async () => {
  await server.push({
    'akademia/articles/a.md': article('A'),
    'akademia/articles/b.md': '---\ntitle: B\ndate: jutro\n---\n',
  })
  expect(await fetched()).toMatchObject({
    kind: 'broken',
    problems: [expect.stringContaining('akademia/articles/b.md:3: field "date"')],
  })
  await server.push({ 'README.md': 'x' }, ['akademia'])
  expect(await fetched()).toMatchObject({ kind: 'broken', problems: ['no article of akademia is in the commit'] })
})

describe('GIT-6 a repository of somebody who means harm', () => {
  /** Commits a tree of raw entries, in which no program of Git looks. */
  async function pushTree(
    entries: ReadonlyArray<readonly [mode: string, name: string | Buffer, oid: string]>,
  ): Promise<void> {
    const bytes = entries.map(([mode, name, oid]) =>
      Buffer.concat([Buffer.from(`${mode} `), Buffer.from(name), Buffer.of(0), Buffer.from(oid, 'hex')]),
    )
    await writeFile(join(server.work, '.raw'), Buffer.concat(bytes))
    const tree = await server.git('hash-object', '-t', 'tree', '-w', '--literally', '.raw')
    const commit = await server.git('commit-tree', tree, '-m', 'Raw')
    await server.git('push', '--quiet', '--force', 'origin', `${commit}:refs/heads/main`)
  }
  const written = async (into: string): Promise<string[]> =>
    (await readdir(into, { recursive: true })).filter((path) => !path.startsWith('git'))

  test('links and submodules are refused by name, and nothing is written', async () => {
    await server.push({ 'akademia/articles/a.md': article('A') })
    await symlink('/etc/passwd', join(server.work, 'akademia/articles/hasla.md'))
    await symlink('..', join(server.work, 'images'))
    const commit = await server.push()
    const oid = await server.git('rev-parse', `${commit}^{tree}`)
    const result = await fetched()
    expect(result).toMatchObject({
      kind: 'broken',
      problems: expect.arrayContaining([
        'akademia/articles/hasla.md: a symbolic link; put the file itself there',
        'images: a symbolic link; put the file itself there',
      ]),
    })
    expect(await written(result.into)).toEqual([])
    await pushTree([
      ['160000', 'inne', commit],
      ['40000', 'dobre', oid],
    ])
    const other = await fetched()
    expect(other).toMatchObject({ problems: expect.arrayContaining(['inne: a submodule; put its files there']) })
    expect(await written(other.into)).toEqual([])
  })

  test.each([
    ['..', 'akademia'],
    ['../../ucieczka.md', 'akademia'],
    ['/etc/ucieczka.md', 'akademia'],
    ['akademia\\..\\ucieczka.md', 'akademia'],
    [Buffer.from('nowa\nlinia.md'), 'akademia'],
    [Buffer.from([0x61, 0xff, 0xfe]), 'akademia'],
    ['akademia', 'akademia'],
    ['a'.repeat(300), 'akademia'],
  ])('the name %j is refused, and nothing is written', async (name, other) => {
    await server.push({ 'akademia/articles/a.md': article('A') })
    const blob = await server.git('rev-parse', 'HEAD:akademia/articles/a.md')
    const tree = await server.git('rev-parse', 'HEAD:akademia')
    await pushTree([
      ['40000', other, tree],
      [name === '..' ? '40000' : '100644', name, name === '..' ? tree : blob],
    ])
    const result = await fetched()
    // Of names that begin with a dot no file is written at all.
    if (result.kind === 'whole') expect(await readdir(join(result.into, 'newsroom'))).toEqual(['akademia'])
    else expect(await written(result.into)).toEqual([])
    if (name !== '..') expect(result.kind).not.toBe('whole')
    expect((await readdir(folder)).sort()).toEqual([basename(result.into)])
  })

  test('a tree that contains itself many times is given up', async () => {
    await server.push({ 'akademia/articles/a.md': article('A') })
    let oid = await server.git('rev-parse', 'HEAD:akademia')
    for (let level = 0; level < 12; level += 1) {
      const names = Array.from({ length: 10 }, (_, index) => ['40000', `f${index}`, oid] as const)
      const bytes = names.map(([mode, name, id]) =>
        Buffer.concat([Buffer.from(`${mode} ${name}`), Buffer.of(0), Buffer.from(id, 'hex')]),
      )
      await writeFile(join(server.work, '.raw'), Buffer.concat(bytes))
      oid = await server.git('hash-object', '-t', 'tree', '-w', '--literally', '.raw')
    }
    await pushTree([['40000', 'akademia', oid]])
    const result = await fetched()
    expect(result).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('the commit has more than 20000 folders'),
    })
    expect(await written(result.into)).toEqual([])
  })

  test('a few bytes that unpack to many are not unpacked', async () => {
    await server.push({ 'akademia/articles/a.md': article('A'), 'images/a.bin': Buffer.alloc(70 * 1024 * 1024) })
    const result = await fetched()
    expect(server.sent).toBeLessThan(1024 * 1024)
    expect(result).toMatchObject({ kind: 'failed', reason: expect.stringContaining('bytes, more than 67108864') })
  })

  test('a pack that is larger than the machine can take is cut off', async () => {
    const noise = randomBytes(3 * 1024 * 1024)
    await server.push({ 'akademia/articles/a.md': article('A'), 'images/a.bin': noise })
    const result = await fetched({}, { maxPack: 1024 * 1024 })
    expect(result).toMatchObject({ kind: 'failed', reason: expect.stringContaining('more than the 1048576 bytes') })
  })

  test('a pointer of Git LFS is named', async () => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n'
    await server.push({ 'akademia/articles/a.md': article('A'), 'images/a.jpg': pointer })
    expect(await fetched()).toMatchObject({
      kind: 'broken',
      problems: [expect.stringContaining('images/a.jpg: a pointer of Git LFS')],
    })
  })

  test('the host leads elsewhere: no credentials go there', async () => {
    const elsewhere: string[] = []
    const other = createServer((request, response) => {
      elsewhere.push(JSON.stringify(request.headers))
      response.end()
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const target = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
    server.respond((request, response) => {
      response.writeHead(301, { location: `${target}${request.url}` }).end()
      return true
    })
    const result = await fetched({}, { credentials: { user: 'portal', key: 'tajny-klucz' } })
    other.close()
    expect(elsewhere).toEqual([])
    expect(result).toMatchObject({
      kind: 'failed',
      reason: `the repository is at another URL: set NEWSROOM_GIT to it (${target}/newsroom.git)`,
    })
  })

  test.each([
    ['a page', 200, '<!doctype html><title>Log in</title> tajny-klucz'],
    ['refs that are none', 200, '001e# service=git-upload-pack\n0000zzzz'],
    ['an empty response', 200, ''],
    ['an error', 500, 'tajny-klucz'],
  ])('%s in place of refs is a reason without credentials', async (_what, status, body) => {
    server.respond((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/x-git-upload-pack-advertisement' }).end(body)
      return true
    })
    const result = await fetched({}, { credentials: { user: 'portal', key: 'tajny-klucz' } })
    expect(result.kind).toBe('failed')
    expect(JSON.stringify(result)).not.toContain('tajny-klucz')
  })

  test('a name of a branch that is a path writes nothing outside', async () => {
    await server.push({ 'akademia/articles/a.md': article('A') })
    const oid = await server.git('rev-parse', 'HEAD')
    const line = (text: string): string => (text.length + 4).toString(16).padStart(4, '0') + text
    const escaped = 'refs/heads/../../../../../ucieczka'
    server.respond((request, response) => {
      if (request.method === 'POST') return false
      const refs = [
        `${oid} HEAD\0symref=HEAD:${escaped} shallow side-band-64k ofs-delta thin-pack\n`,
        `${oid} ${escaped}\n`,
      ]
      const body = `${line('# service=git-upload-pack\n')}0000${refs.map(line).join('')}0000`
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' }).end(body)
      return true
    })
    const result = await fetched()
    expect(await readdir(dirname(folder))).not.toContain('ucieczka')
    expect((await readdir(folder)).sort()).toEqual([basename(result.into)])
  })
})

test('GIT-5 credentials are sent where the host asks for them, and a refusal is named', async () => {
  await server.push({ 'akademia/articles/a.md': article('A') })
  server.demand('portal:tajny-klucz')
  expect(await fetched()).toMatchObject({ kind: 'failed', reason: expect.stringContaining('refuses (401)') })
  expect(await fetched({}, { credentials: { user: 'portal', key: 'tajny-klucz' } })).toMatchObject({ kind: 'whole' })
})

test('a host that is away is named', async () => {
  await server.down()
  expect(await fetched()).toMatchObject({ kind: 'failed', reason: expect.stringContaining('cannot be reached: ') })
})

describe('GIT-6 the sizes that a pack names', () => {
  const CHECKSUM = Buffer.alloc(20)
  const number = (value: number): Buffer => {
    const bytes: number[] = []
    for (let rest = value; ; rest = Math.floor(rest / 128)) {
      bytes.push((rest % 128) | (rest >= 128 ? 128 : 0))
      if (rest < 128) return Buffer.from(bytes)
    }
  }
  /** The first byte has type and four bits of the size. */
  const head = (type: number, size: number): Buffer => {
    const isLong = size >= 16
    return Buffer.concat([
      Buffer.of((type << 4) | (size % 16) | (isLong ? 128 : 0)),
      ...(isLong ? [number(Math.floor(size / 16))] : []),
    ])
  }
  const packOf = (...objects: Buffer[]): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(objects.length)
    return Buffer.concat([Buffer.from('PACK'), Buffer.of(0, 0, 0, 2), count, ...objects, CHECKSUM])
  }
  const endless = (first: number): Buffer => Buffer.concat([Buffer.of(first), Buffer.alloc(199, 0x80), Buffer.of(1)])
  const blob = (text: string, size = text.length): Buffer => Buffer.concat([head(3, size), deflateSync(text)])

  test('objects as they are pass', () => {
    const delta = Buffer.concat([number(5), number(5), Buffer.of(5), Buffer.from('abcde')])
    const reference = Buffer.concat([head(7, delta.length), Buffer.alloc(20), deflateSync(delta)])
    expect(() => checkPack(packOf(blob('tekst'), blob(''), blob('a'.repeat(5000)), reference))).not.toThrow()
  })

  test.each([
    ['no pack', Buffer.from('<html>')],
    ['larger than it says', packOf(blob('a'.repeat(1000), 10))],
    ['a size of gigabytes', packOf(blob('a', 8e9))],
    [
      'a delta to a large object',
      packOf(
        Buffer.concat([
          head(6, 12),
          Buffer.of(1),
          deflateSync(Buffer.concat([number(5), number(2e9), Buffer.alloc(6)])),
        ]),
      ),
    ],
    ['a size of more bits than a number has', packOf(Buffer.concat([endless(0xb0), deflateSync('a'.repeat(5000))]))],
    [
      'a delta that names such a size',
      packOf(Buffer.concat([head(6, 202), Buffer.of(1), deflateSync(Buffer.concat([number(5), endless(0x80)]))])),
    ],
    ['cut off', packOf(blob('a'), Buffer.of(0xff, 0xff))],
    ['no zlib', packOf(Buffer.concat([head(3, 4), Buffer.from('abcd')]))],
  ])('%s is refused', (_what, pack) => {
    expect(() => checkPack(pack)).toThrow(FetchError)
  })

  test('all together are bounded, and their number', () => {
    const three = packOf(blob('aaaa'), blob('bbbb'), blob('cccc'))
    expect(() => checkPack(three, { file: 10, total: 24, objects: 3 })).not.toThrow()
    expect(() => checkPack(three, { file: 10, total: 23, objects: 3 })).toThrow('more than 23 bytes')
    expect(() => checkPack(three, { file: 10, total: 24, objects: 2 })).toThrow('3 objects')
  })
})
