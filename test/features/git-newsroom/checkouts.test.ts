import { mkdir, mkdtemp, open, readdir, readlink, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openCheckouts } from '../../../src/features/git-newsroom/checkouts.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'checkouts-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** As a killed process leaves it. */
async function abandonLock(folder: string): Promise<void> {
  const before = new Date(Date.now() - 60_000)
  await mkdir(join(folder, 'lock'), { recursive: true })
  await writeFile(join(folder, 'lock', 'killed'), '')
  for (const path of [join(folder, 'lock', 'killed'), join(folder, 'lock')]) await utimes(path, before, before)
}

test('GIT-2 of many processes that find an abandoned lock one holds it at a time', async () => {
  const own = join(root, 'own')
  await mkdir(own)
  const mostHolders = async (name: string): Promise<number> => {
    const folder = join(root, name)
    const opened = Array.from({ length: 8 }, () => openCheckouts(folder, join(folder, 'shown'), own))
    const all = await Promise.all(opened)
    await abandonLock(folder)
    let [most, holders] = [0, 0]
    const turns = all.map(async (checkouts, index) => {
      await wait(index / 2)
      return checkouts.alone(async () => {
        holders += 1
        most = Math.max(most, holders)
        await wait(20)
        holders -= 1
        return index
      })
    })
    expect(await Promise.all(turns)).toEqual(all.map((_, index) => index))
    expect((await readdir(folder)).filter((path) => path.startsWith('lock.'))).toEqual([])
    return most
  }
  for (let round = 0; round < 10; round += 1) expect(await mostHolders(`${round}`)).toBe(1)
}, 120_000)

test('GIT-2 the disk knows a commit by its name before a link leads to it, and the link before older commits go', async () => {
  const own = join(root, 'own')
  await mkdir(own)
  const folder = join(root, 'state')
  const link = join(folder, 'shown')
  const checkouts = await openCheckouts(folder, link, own)
  const handle = await open(own, 'r')
  const prototype = Object.getPrototypeOf(handle) as typeof handle
  await handle.close()
  const { sync } = prototype
  const moments: string[] = []
  const spy = jest.spyOn(prototype, 'sync').mockImplementation(async function (this: typeof handle) {
    await sync.call(this)
    const target = await readlink(link).catch(() => '')
    const commits = await readdir(join(folder, 'commits'))
    const at = await readlink(`/proc/self/fd/${this.fd}`)
    moments.push(
      `${relative(folder, at)}: ${commits.map((name) => name[0]).join('')}, ${target.split('/')[1]?.[0] ?? '-'}`,
    )
  })
  for (const letter of ['a', 'b', 'c']) {
    await checkouts.alone(async () => {
      const into = await checkouts.newFolder()
      await mkdir(join(into, 'newsroom'))
      await checkouts.keep(into, letter.repeat(40))
      await checkouts.show(letter.repeat(40))
    })
  }
  spy.mockRestore()
  const [own0 = ''] = [moments[0]?.split(', ')[1]]
  expect(moments).toEqual([`commits: a, ${own0}`, ': a, a', 'commits: ab, a', ': ab, b', 'commits: abc, b', ': abc, c'])
  expect((await readdir(join(folder, 'commits'))).length).toBe(2)
})

test('GIT-2 processes that start while another shows a commit neither fail nor take it back', async () => {
  const own = join(root, 'own')
  await mkdir(own)
  const commit = 'a'.repeat(40)
  for (let round = 0; round < 20; round += 1) {
    const folder = join(root, `${round}`)
    const link = join(folder, 'shown')
    const holder = await openCheckouts(folder, link, own)
    await rm(link)
    await symlink(join(root, 'image-before'), link)
    const showing = holder.alone(async () => {
      const into = await holder.newFolder()
      await mkdir(join(into, 'newsroom'))
      await holder.keep(into, commit)
      await holder.show(commit)
    })
    const starting = Array.from({ length: 10 }, async (_, index) => {
      await wait(index)
      return openCheckouts(folder, link, own)
    })
    await Promise.all([showing, ...starting])
    expect(await holder.shown()).toMatchObject({ commit })
  }
}, 120_000)
