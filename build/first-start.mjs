/** The first start of a build, so that no later one compiles the program (docs/decisions/176). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A build without it works too. Milliseconds. */
const LIMIT = 20_000
/** A site with a newsroom of its own: a build contacts nobody, and writes nothing but what was compiled. */
const SETTINGS = {
  HOST: '127.0.0.1',
  LOG_LEVEL: 'info',
  MEDIA_CACHE_DIR: 'off',
  NODE_ENV: 'production',
  PAGE_CACHE_FILE: 'off',
  PORT: '0',
  SITE_DIR: 'sites/courier',
  SUBSCRIBERS_FILE: '/dev/null/none',
  WEB_CONCURRENCY: '1',
}
const ARTICLE = /(?<=href=")\/\d{4}\/\d{2}\/[^"?#]+/

/** Starts the server, reads its front page and an article, and ends it: it keeps what it has compiled by then. */
export async function startOnce(folder) {
  const child = spawn(process.execPath, [`${folder}/server.js`], {
    env: { PATH: process.env.PATH, ...SETTINGS },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT)
  const ended = once(child, 'close')
  for await (const line of createInterface(child.stdout)) {
    if (!line.includes('"listening"')) continue
    // What it could read is compiled.
    await read(`http://127.0.0.1:${JSON.parse(line).port}`).catch(() => {})
    child.kill('SIGTERM')
  }
  await ended
  clearTimeout(limit)
}

async function read(origin) {
  const page = await textOf(origin)
  const [article] = page.match(ARTICLE) ?? []
  if (article) await textOf(`${origin}${article}`)
}

async function textOf(url) {
  const response = await fetch(url)
  return response.text()
}
