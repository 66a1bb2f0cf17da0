import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeArchive } from '../../../src/content/decode.ts'
import { type BreakingNews, followBreakingNews } from '../../../src/features/breaking/breaking-news.ts'
import type { Services } from '../../../src/services/service.ts'
import { atOnce } from '../../../src/system/steps.ts'
import { listening, services, wireCard } from '../../content/world.ts'
import { until } from '../../support/until.ts'

const HOUR = 3_600_000
const group = { ...services.post.group, breaking: { service: 'post', tag: 'cala-grupa', hours: 3 } }
const sites: Services = {
  post: { ...services.post, group },
  rozrywka: { ...services.rozrywka, group, breaking: { tag: 'pilne', hours: 2 } },
}

/** Titles by tag, each with its age in hours. */
let lists: Record<string, Array<[title: string, age: number]>>
let folder: string
let news: BreakingNews | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'breaking-order-'))
  lists = {}
})
afterEach(async () => {
  news?.close()
  await rm(folder, { recursive: true })
})

async function follow(): Promise<BreakingNews> {
  const listOf = (name: string) => {
    const posts = (lists[name] ?? []).map(([title, age], index) =>
      wireCard({
        ID: index + 1,
        title,
        relative_link: `/2026/11/wpis-${index}`,
        publication_date: new Date(Date.now() - age * HOUR).toISOString(),
      }),
    )
    const wire = { type: 'tag', name, blocks: [], posts, sumOfPosts: posts.length, postPerPage: 10 }
    return atOnce(decodeArchive(wire, listening().context))
  }
  const fail = (problem: unknown): void => {
    throw problem
  }
  news = await followBreakingNews({
    folder,
    services: sites,
    reader: () => ({ archive: async (_kind, slug) => listOf(slug) }),
    purge: async () => {},
    onBadFile: fail,
    onError: fail,
    interval: 20,
  })
  return news
}
const shows = (of: BreakingNews, name: string, text: string | undefined) =>
  until(
    () => of.of({ name })?.text,
    (shown) => shown === text,
  )

test('the file goes over the tag of the service, and that over the tag of the group (BREAK-3)', async () => {
  lists = { 'cala-grupa': [['Wspólne', 0.5]], pilne: [['Własne', 1]] }
  const followed = await follow()
  await shows(followed, 'rozrywka', 'Własne')
  await shows(followed, 'post', 'Wspólne')
  const ends = new Date(Date.now() + HOUR).toISOString()
  await writeFile(
    join(folder, 'breaking.yaml'),
    `- { text: Napisane, link: /plik, until: "${ends}", services: [rozrywka] }\n`,
  )
  await shows(followed, 'rozrywka', 'Napisane')
  expect(followed.of({ name: 'post' })?.text).toBe('Wspólne')
  await rm(join(folder, 'breaking.yaml'))
  await shows(followed, 'rozrywka', 'Własne')
  // The hours of the service's tag are over, those of the group's are not.
  lists.pilne = [['Własne', 2.5]]
  await shows(followed, 'rozrywka', 'Wspólne')
})

test('the newest article of the tag counts, until its hours are over (BREAK-3)', async () => {
  lists = {
    'cala-grupa': [
      ['Starszy', 2],
      ['Nowszy', 1],
    ],
  }
  const followed = await follow()
  await shows(followed, 'post', 'Nowszy')
  lists['cala-grupa'] = [['Za stary', 3.1]]
  await shows(followed, 'post', undefined)
})
