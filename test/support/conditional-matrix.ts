import { createHash } from 'node:crypto'
import { rename, rm, utimes, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { solidImage } from './photo.ts'

/** A response as it came. */
interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export type Ask = (path: string, headers?: Record<string, string>, method?: string) => Promise<Reply>

/** What became of one kind of change at one kind of response. */
export interface Cell {
  change: string
  response: string
  /** The bytes, or whether there is anything. */
  hasChanged: boolean
  /** Conditions that were answered by 304 although the bytes changed. */
  wrong: string[]
  /** Whether the tag is still good where the bytes are the same. */
  isStillKnown: boolean
}

const OLD = '2026-02-01T10:00'
const PATH = '/2026/02/warunkowy'
const IMAGE = '/2026/02/warunkowy-obraz.webp'
const FILE = 'akademia/articles/warunkowy.html'

/** Each shows the article, or what stands around it. */
export const RESPONSES: Readonly<Record<string, string>> = {
  page: PATH,
  AMP: `/wp-json/amp/v2/post${PATH}`,
  fragment: `/fragment${PATH}`,
  home: '/',
  list: '/kategoria/bezpieczenstwo',
  RSS: '/api/feed/rss?cat=bezpieczenstwo',
  Atom: '/api/feed/feed-gn',
  map: '/sitemap-articles-2026-02.xml',
  search: '/search?s=warunkowy',
  JSON: '/search/warunkowy/1',
  image: `/media${IMAGE}?w=360`,
}

interface Change {
  name: string
  apply(folder: string): Promise<void>
  /** Where it can be seen, and what. */
  at: string
  isSeen(reply: Reply): boolean
}

const has = (words: string) => (reply: Reply) => reply.body.includes(words)
const hasNot = (words: string) => (reply: Reply) => !reply.body.includes(words)

function article(fields: { title?: string; lead?: string; more?: string; body?: string; date?: string } = {}): string {
  const { title = 'Warunkowy', lead = 'Zajawka warunkowa.', more = '', body = 'Pierwszy tekst.', date = OLD } = fields
  return `---
title: ${title}
lead: ${lead}
date: ${date}
author: ida-korczyk
category: bezpieczenstwo
tags: [portfel]
image: { src: ${IMAGE}, alt: Obraz }
${more}---
<!-- wp:paragraph -->
<p>${body}</p>
<!-- /wp:paragraph -->
`
}

const write = (path: string, text: string) => (folder: string) => writeFile(join(folder, path), text)
const corrected = 'corrections: [{ date: 2026-02-02T10:00, text: Było źle. }]\n'

/** The kinds of change, in their order. */
const CHANGES: readonly Change[] = [
  { name: 'text edited', apply: write(FILE, article({ body: 'Drugi tekst.' })), at: PATH, isSeen: has('Drugi tekst') },
  {
    name: 'lead edited',
    apply: write(FILE, article({ lead: 'Nowa zajawka.' })),
    at: PATH,
    isSeen: has('Nowa zajawka'),
  },
  { name: 'correction', apply: write(FILE, article({ more: corrected })), at: PATH, isSeen: has('Było źle') },
  {
    name: 'title edited',
    apply: write(FILE, article({ title: 'Warunkowy drugi' })),
    at: '/api/feed/rss?cat=bezpieczenstwo',
    isSeen: has('Warunkowy drugi'),
  },
  {
    name: 'revision, dated later than now',
    apply: write(FILE, article({ title: 'Warunkowy trzeci', more: 'updated: 2199-01-01T10:00\n' })),
    at: PATH,
    isSeen: has('Warunkowy trzeci'),
  },
  {
    name: 'older article released',
    apply: write(
      'akademia/articles/szkic-warunkowy.html',
      article({ title: 'Szkic warunkowy', date: '2026-02-01T09:00' }),
    ),
    at: '/2026/02/szkic-warunkowy',
    isSeen: ({ status }) => status === 200,
  },
  {
    name: 'renamed',
    apply: (folder) =>
      rename(
        join(folder, 'akademia/articles/szkic-warunkowy.html'),
        join(folder, 'akademia/articles/inny-warunkowy.html'),
      ),
    at: '/2026/02/inny-warunkowy',
    isSeen: ({ status }) => status === 200,
  },
  {
    name: 'withdrawn',
    apply: (folder) => rm(join(folder, 'akademia/articles/inny-warunkowy.html')),
    at: '/2026/02/inny-warunkowy',
    isSeen: ({ status }) => status === 404,
  },
  {
    name: 'author renamed',
    apply: write('authors/ida-korczyk.yaml', 'name: Ida Nowa\ndescription: Pisze.\nsince: 2024-01-02\n'),
    at: PATH,
    isSeen: has('Ida Nowa'),
  },
  {
    name: 'menu',
    apply: write('akademia/menu.yaml', '- { title: Inne menu, link: /kategoria/edukacja }\n'),
    at: PATH,
    isSeen: has('Inne menu'),
  },
  {
    name: 'menu withdrawn',
    apply: (folder) => rm(join(folder, 'akademia/menu.yaml')),
    at: PATH,
    isSeen: hasNot('Inne menu'),
  },
  {
    name: 'image replaced by one with the old date',
    async apply(folder) {
      const file = join(folder, 'images', IMAGE)
      await writeFile(file, await solidImage('#00ff00'))
      await utimes(file, new Date(0), new Date(0))
    },
    at: PATH,
    isSeen: () => true,
  },
]

const PAUSE_MS = 100
const MOST_TRIES = 300

/**
 * Changes the files of a running portal in every way, and asks for everything by what was known before.
 * @param folder of its newsroom
 * @param applied called after each change
 */
export async function conditionalMatrix(ask: Ask, folder: string, applied = async () => {}): Promise<Cell[]> {
  /** What never comes is not among the cells that changed. */
  const seen = async (at: string, isSeen: Change['isSeen']): Promise<void> => {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (isSeen(await ask(at))) return
      await wait(PAUSE_MS)
    }
  }
  const all = async (): Promise<Map<string, Reply>> => {
    const replies = new Map<string, Reply>()
    for (const [name, path] of Object.entries(RESPONSES)) replies.set(name, await ask(path))
    return replies
  }
  await writeFile(join(folder, 'images', IMAGE), await solidImage('#ff0000'))
  await writeFile(join(folder, FILE), article())
  await applied()
  await seen(PATH, ({ status }) => status === 200)
  const cells: Cell[] = []
  let before = await all()
  for (const { name, apply, at, isSeen } of CHANGES) {
    await apply(folder)
    await applied()
    await seen(at, isSeen)
    // A page that is served stale once is the new one then.
    await all()
    await wait(PAUSE_MS)
    const after = await all()
    for (const [response, old] of before) {
      const now = after.get(response)
      if (now) cells.push(await cellOf(ask, { change: name, response, old, now }))
    }
    before = after
  }
  return cells
}

async function cellOf(
  ask: Ask,
  { change, response, old, now }: { change: string; response: string; old: Reply; now: Reply },
): Promise<Cell> {
  const path = RESPONSES[response] ?? '/'
  const hasChanged = old.status !== now.status || digest(old.body) !== digest(now.body)
  const { etag = '"none"', date = '' } = old.headers
  const since = old.headers['last-modified'] ?? date
  const tag = { 'if-none-match': etag }
  const conditions: Record<string, [headers: Record<string, string>, method?: string]> = {
    tag: [tag],
    'tag, gzip': [{ ...tag, 'accept-encoding': 'gzip' }],
    'tag, br': [{ ...tag, 'accept-encoding': 'br' }],
    'tag, HEAD': [tag, 'HEAD'],
    'strong tag in a list': [{ 'if-none-match': `"inny", ${etag.replace('W/', '')}` }],
    date: [{ 'if-modified-since': since }],
    'date, br': [{ 'if-modified-since': since, 'accept-encoding': 'br' }],
    'date, HEAD': [{ 'if-modified-since': since }, 'HEAD'],
    'date of the response': [{ 'if-modified-since': date }],
    'tag and a later date': [{ ...tag, 'if-modified-since': new Date(Date.now() + 1e9).toUTCString() }],
  }
  const wrong: string[] = []
  for (const [name, [headers, method]] of hasChanged ? Object.entries(conditions) : []) {
    if ((await ask(path, headers, method)).status === 304) wrong.push(name)
  }
  const known = hasChanged || old.headers.etag === undefined ? undefined : await ask(path, tag)
  return { change, response, hasChanged, wrong, isStillKnown: known === undefined || known.status === 304 }
}

function digest(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}
