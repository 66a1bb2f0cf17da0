import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FolderChange } from '../../src/sources/embedded/changes.ts'
import { createEmbeddedSource } from '../../src/sources/embedded/embedded.ts'
import { until } from '../support/until.ts'

/** What came, ended or was changed while no process ran is reported by the next one (PURGE-12). */

const [MINUTE, DAY] = [60_000, 86_400_000]
/** Noon in Warsaw. */
const NOON = Date.UTC(2026, 10, 26, 11)

let folder: string
let now: number
let problems: unknown[]
const stops: Array<() => void> = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'last-run-'))
  ;[now, problems] = [NOON, []]
  await write('dawny', '2026-11-01T10:00')
})
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  await rm(folder, { recursive: true, maxRetries: 20 })
})

const fileOf = (slug: string): string => join(folder, `newsroom/akademia/articles/${slug}.html`)
const own = (): string => join(folder, 'data/newsroom-index.jsonl')
async function write(slug: string, date: string, more = '', title = slug): Promise<void> {
  await mkdir(dirname(fileOf(slug)), { recursive: true })
  await writeFile(
    fileOf(slug),
    `---\ntitle: ${title}\nlead: Z.\ndate: ${date}\nauthor: jan\ncategory: a\ntags: [t]\n${more}---\n<p>Tekst.</p>\n`,
  )
}

interface Run {
  changes: FolderChange[]
  /** What it has reported, sorted, once it has settled. */
  paths(): Promise<string[]>
  end(): Promise<void>
}
/** A process: it looks, and looks again. */
async function run(index: { own?: string } = { own: own() }): Promise<Run> {
  const source = createEmbeddedSource(
    join(folder, 'newsroom'),
    ['akademia'],
    (error) => problems.push(error),
    undefined,
    { newsroomIndex: index, timeZone: 'Europe/Warsaw', wallClock: () => now },
  )
  const changes: FolderChange[] = []
  await source.prepare()
  const stop = source.watch(
    () => 10,
    (_, change) => changes.push(change),
    (error) => problems.push(error),
  )
  stops.push(stop)
  return {
    changes,
    async paths() {
      await wait(150)
      return [...new Set(changes.flatMap(({ paths }) => paths))].filter((path) => path !== '/').sort()
    },
    async end() {
      await wait(50)
      stop()
      if (index.own === undefined) return
      // Its note is written behind the end.
      await until(
        () =>
          stat(own()).then(
            ({ mtimeMs }) => mtimeMs,
            () => 0,
          ),
        (modified) => Math.abs(modified - now) < 1000,
      )
    },
  }
}
/** @param meanwhile what happens while no process runs */
async function afterPause(meanwhile: () => unknown): Promise<Run> {
  await (await run()).end()
  await meanwhile()
  return run()
}

test('the first run of a newsroom reports nothing of its old articles', async () => {
  expect(await (await run()).paths()).toEqual([])
})

test('an article whose time came, one whose time ended, and none of the others', async () => {
  await write('jutro', '2026-11-26T13:00')
  await write('pojutrze', '2026-11-30T13:00')
  await write('krotki', '2026-11-20T10:00', 'expires: 2026-11-26T12:30\n')
  const next = await afterPause(() => {
    now += DAY
  })
  expect(await next.paths()).toEqual(['/2026/11/jutro', '/2026/11/krotki'])
  expect(next.changes[0]?.tags).toEqual(
    expect.arrayContaining(['post-jutro', 'post-krotki', 'articles-akademia', 'tag-t']),
  )
  await next.end()
  // Reported once: the next run begins where this one ended.
  expect(await (await run()).paths()).toEqual([])
})

test('files that were saved, renamed or removed', async () => {
  await write('stary', '2026-11-02T10:00')
  await write('zdjety', '2026-11-03T10:00')
  const next = await afterPause(async () => {
    await write('dawny', '2026-11-01T10:00', '', 'Inny tytuł')
    await rm(fileOf('zdjety'))
    await write('nowy', '2026-11-26T11:00')
  })
  expect(await next.paths()).toEqual(['/2026/11/dawny', '/2026/11/nowy', '/2026/11/zdjety'])
  expect(problems).toEqual([])
})

test('nothing where nothing differs, however long the pause was', async () => {
  const next = await afterPause(() => {
    now += 400 * DAY
  })
  expect(await next.paths()).toEqual([])
  expect(next.changes).toEqual([])
})

test('after a clock was set back, what has not come any more', async () => {
  await write('dzis', '2026-11-26T11:30')
  const next = await afterPause(() => {
    now -= 60 * MINUTE
  })
  expect(await next.paths()).toEqual(['/2026/11/dzis'])
})

test('without a file of its own a run reports what came within the last quarter of an hour', async () => {
  await write('przed-chwila', '2026-11-26T11:50')
  await write('przed-godzina', '2026-11-26T11:00')
  expect(await (await run({})).paths()).toEqual(['/2026/11/przed-chwila'])
})

test('a run that was killed leaves its last note, which a minute makes', async () => {
  await write('jutro', '2026-11-26T13:00')
  const first = await run()
  await first.paths()
  const notedAt = async () => Math.round(((await stat(own())).mtimeMs - NOON) / 1000)
  now += 30_000
  await first.paths()
  expect(await notedAt()).toBe(0)
  now += 40_000
  await first.paths()
  expect(await notedAt()).toBe(70)
  await first.end()
  await utimes(own(), NOON / 1000 + 70, NOON / 1000 + 70)
  now = NOON + DAY
  expect(await (await run()).paths()).toEqual(['/2026/11/jutro'])
})
