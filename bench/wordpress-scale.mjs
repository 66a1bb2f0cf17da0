/**
 * The portal in front of a WordPress of 50,000 posts; see README.md.
 * Usage: npm run bench:wordpress-scale, with BENCH_POSTS for another number, and BENCH_IDLE for the idle minutes.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { stopAll } from './process.mjs'
import { startPortal } from './servers/portal.mjs'
import { HARNESS_OPTIONS, importTypeScript } from './typescript.mjs'

const HARNESS = new URL('../test/wordpress/large.ts', import.meta.url)
const FEW = 50
const MANY = Number(process.env.BENCH_POSTS || 50_000)
const IDLE_MINUTES = Number(process.env.BENCH_IDLE || 2)
const PER_PAGE = 12
/** What readers and crawlers ask for. The deepest page of a list is the slowest for a database. */
const pathsFor = (posts) => [
  '/sitemap.xml',
  '/',
  '/kategoria/najnowsze',
  `/kategoria/najnowsze/page/${Math.floor(posts / PER_PAGE)}`,
  '/kategoria/dzial-7',
  `/kategoria/dzial-7/page/${Math.floor(posts / PER_PAGE / 20)}`,
  '/api/feed/rss',
  '/api/feed/feed-gn?page=2',
  '/news-sitemap.xml',
  '/sitemap-articles-2025-12.xml',
  '/sitemap-articles-2025-11.xml',
  '/sitemap-categories-1.xml',
  '/search?s=klucze',
  '/2025/12/wpis-3',
]

try {
  const { startLarge } = await importTypeScript(HARNESS, HARNESS_OPTIONS)
  const few = await measured(startLarge, FEW)
  const many = await measured(startLarge, MANY)
  const lines = [
    ['posts', few.posts, many.posts],
    ['start to ready, ms', few.start, many.start],
    ['resident after the start, MB', few.rest, many.rest],
    ['resident after all paths, MB', few.used, many.used],
    ['calls a minute when idle, without credentials', few.idle.without, many.idle.without],
    ['calls a minute when idle, with credentials', few.idle.with, many.idle.with],
    ...many.paths.map(({ path, first, status }, index) => [
      `first byte of ${path} (${status}), ms`,
      few.paths[index].first,
      first,
    ]),
    ['slowest response of WordPress, ms', few.slowest.ms, many.slowest.ms],
  ]
  for (const [title, ...figures] of lines) process.stdout.write(`${title}: ${figures.join(' | ')}\n`)
  process.stdout.write(`slowest: ${many.slowest.call}\n`)
} catch (error) {
  process.stderr.write(`${error.stack}\n`)
  process.exitCode = 1
} finally {
  await stopAll()
}

async function measured(startLarge, posts) {
  const wordpress = await startLarge(posts)
  try {
    // PHP compiles its files once.
    await fetch(`${wordpress.url}/wp-json/wp/v2/posts?per_page=1`)
    const settings = { SITE_DIR: '', CONTENT: 'wordpress', CMS_URL: wordpress.url }
    const since = performance.now()
    const portal = await startPortal({ env: settings })
    const start = Math.round(performance.now() - since)
    await wait(2000)
    const rest = residentOf(portal.pid)
    const paths = []
    for (const path of pathsFor(posts)) paths.push(await firstByte(portal.origin, path, new URL(wordpress.url).host))
    const used = residentOf(portal.pid)
    const slowest = wordpress.slowest()
    const idle = { without: await idleCalls(wordpress) }
    portal.child.kill()
    const credentials = { CMS_USER: wordpress.user, CMS_KEY: wordpress.password }
    const editor = await startPortal({ env: { ...settings, ...credentials } })
    await wait(5000)
    idle.with = await idleCalls(wordpress)
    editor.child.kill()
    return { posts, start, rest, used, paths, slowest, idle }
  } finally {
    await wordpress.close()
  }
}

/** Milliseconds until the first byte of a response's body. */
async function firstByte(origin, path, host) {
  const since = performance.now()
  const response = await fetch(origin + path, { headers: { 'x-forwarded-host': host } })
  const reader = response.body.getReader()
  await reader.read()
  const first = Math.round(performance.now() - since)
  for (;;) if ((await reader.read()).done) break
  return { path, first, status: response.status }
}

async function idleCalls(wordpress) {
  const before = wordpress.calls.length
  await wait(IDLE_MINUTES * 60_000)
  return (wordpress.calls.length - before) / IDLE_MINUTES
}

function residentOf(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Math.round(kilobytes / 1024)
}
