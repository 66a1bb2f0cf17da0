/**
 * The source files whose code runs for a cached article, and for one that is rendered for its first reader; by V8's own
 * counts, mapped back through the build's source maps. Usage: npm run bench:paths [-- --files]
 */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { SourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readNewsroom, SHARED_CONTENT } from './content/content.mjs'
import { AS_A_BROWSER, ask } from './load.mjs'
import { stopAll } from './process.mjs'
import { table } from './report.mjs'
import { startPortal } from './servers/portal.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const OWN = /^(?:src|tools|views|amp)\//
/** Work in the background, compression for instance, is over by then. Milliseconds. */
const SETTLED = 1000
/** Articles requested before. */
const WARMED = 2

/** As a browser's: it is open before the request that counts. */
const connection = new Agent({ keepAlive: true, maxSockets: 1 })

const { values } = parseArgs({ options: { files: { type: 'boolean' } } })
try {
  const { path, articles } = await subjects()
  const portal = await startPortal({
    flags: ['--import', new URL('preload/coverage.mjs', import.meta.url).href],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // What loads or is made once does not count.
  for (const article of articles) await ask(portal.origin + article, AS_A_BROWSER)
  const cold = await filesOf(portal, path)
  // The first hit serialises the response, for all others.
  await ask(portal.origin + path, AS_A_BROWSER)
  const hit = await filesOf(portal, path)
  process.stdout.write(
    `${table([
      ['a cached article', 'files'],
      ['cached', `${hit.length}`],
      ['cold', `${cold.length}`],
    ])}\n`,
  )
  if (values.files) process.stdout.write(`\ncached:\n${hit.join('\n')}\n\ncold:\n${cold.join('\n')}\n`)
} finally {
  connection.destroy()
  await stopAll()
}

/** The article to measure, and others that are requested before. */
async function subjects() {
  const { path } = await readNewsroom()
  const { pages } = JSON.parse(await readFile(SHARED_CONTENT, 'utf8'))
  const articles = pages.map(({ article }) => article.path).filter((other) => other !== path)
  return { path, articles: articles.slice(0, WARMED) }
}

/** Files that one request of a path runs, sorted. */
async function filesOf({ child, origin }, path) {
  await sleep(SETTLED)
  await ask(`${origin}/healthz`, AS_A_BROWSER, connection)
  await called(child)
  await ask(origin + path, AS_A_BROWSER, connection)
  const scripts = await called(child)
  const files = await Promise.all(scripts.map(({ url, offsets }) => sourcesOf(fileURLToPath(url), offsets)))
  return [...new Set(files.flat())].filter((file) => OWN.test(file)).sort()
}

async function called(child) {
  child.send('report')
  const [scripts] = await once(child, 'message')
  return scripts
}

/** @param offsets of functions in a built file, in characters */
async function sourcesOf(file, offsets) {
  const text = await readFile(file, 'utf8')
  const json = await readFile(`${file}.map`, 'utf8').catch(() => undefined)
  if (json === undefined) return []
  const map = new SourceMap(JSON.parse(json))
  const starts = lineStarts(text)
  return offsets.flatMap((offset) => {
    const line = starts.findLastIndex((start) => start <= offset)
    const { originalSource } = map.findEntry(line, offset - starts[line])
    return originalSource === undefined ? [] : [relative(ROOT, resolve(dirname(file), originalSource))]
  })
}

function lineStarts(text) {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
