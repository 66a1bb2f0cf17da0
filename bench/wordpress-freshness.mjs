/**
 * From an editor's change in WordPress to the reader's page, with the default polling and without the connector; see
 * README.md. Usage: npm run bench:wordpress-freshness, with BENCH_ROUNDS for another number of rounds.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { stopAll } from './process.mjs'
import { startPortal } from './servers/portal.mjs'
import { HARNESS_OPTIONS, importTypeScript } from './typescript.mjs'

const HARNESS = new URL('../test/wordpress/large.ts', import.meta.url)
const ROUNDS = Number(process.env.BENCH_ROUNDS || 2)
const LOOK_MS = 200

let wordpress
try {
  const { startLarge } = await importTypeScript(HARNESS, HARNESS_OPTIONS)
  wordpress = await startLarge(50)
  const portal = await startPortal({ env: { SITE_DIR: '', CONTENT: 'wordpress', CMS_URL: wordpress.url } })
  await wait(5000)
  for (let round = 1; round <= ROUNDS; round++) {
    const [title, changed] = [`Nowy tekst ${round}`, `Zmieniony tekst ${round}`]
    await until(portal, '/kategoria/najnowsze', 'Wpis numer')
    const id = await wordpress.rest.make('/posts', {
      title,
      slug: `nowy-${round}`,
      status: 'publish',
      content: '<p>A</p>',
    })
    const published = await until(portal, '/kategoria/najnowsze', title)
    const { link } = await wordpress.rest.get(`/posts/${id}`)
    const path = new URL(link).pathname.replace(/\/$/, '')
    await until(portal, path, title)
    await wordpress.rest.change(`/posts/${id}`, { title: changed })
    const updated = await until(portal, path, changed)
    process.stdout.write(`round ${round}: publish ${published} s, update ${updated} s\n`)
  }
} catch (error) {
  process.stderr.write(`${error.stack}\n`)
  process.exitCode = 1
} finally {
  await stopAll()
  await wordpress?.close()
}

/** Seconds until a page of the portal has a text. */
async function until({ origin }, path, text) {
  const since = performance.now()
  while (!(await (await fetch(origin + path)).text()).includes(text)) await wait(LOOK_MS)
  return ((performance.now() - since) / 1000).toFixed(1)
}
