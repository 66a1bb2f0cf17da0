/**
 * From an editor's change in WordPress to the reader's page, and to a reader of a live coverage who asks, with the default
 * polling and without the connector; see README.md. Usage: npm run bench:wordpress-freshness, with BENCH_ROUNDS for
 * another number of rounds.
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
  // Last: who asks about a coverage makes the portal poll faster.
  for (let round = 1; round <= ROUNDS; round++) {
    const { added, revised } = await follow(portal, round)
    process.stdout.write(`live coverage ${round}: new update ${added} s, revised update ${revised} s\n`)
  }
} catch (error) {
  process.stderr.write(`${error.stack}\n`)
  process.exitCode = 1
} finally {
  await stopAll()
  await wordpress?.close()
}

/** Seconds until a reader of a live coverage who asks gets a new update, and then until its revision. */
async function follow(portal, round) {
  const update = (clock, text) =>
    `<!-- wp:group {"className":"live-update"} --><div class="wp-block-group live-update">` +
    `<!-- wp:paragraph --><p>2026-11-24 ${clock}</p><!-- /wp:paragraph -->` +
    `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph --></div><!-- /wp:group -->`
  const first = update('10:00', 'Wpis pierwszy.')
  const post = { title: `Relacja ${round}`, slug: `relacja-${round}`, status: 'publish', content: first }
  const id = await wordpress.rest.make('/posts', post)
  const { link } = await wordpress.rest.get(`/posts/${id}`)
  const fragment = `/fragment/live${new URL(link).pathname.replace(/\/$/, '')}`
  await until(portal, fragment, 'Wpis pierwszy.')
  // Readers have asked for a while.
  await until(portal, fragment, 'Wpis drugi.', 5000).catch(() => {})
  await wordpress.rest.change(`/posts/${id}`, { content: update('10:05', 'Wpis drugi.') + first })
  const added = await until(portal, fragment, 'Wpis drugi.')
  await wordpress.rest.change(`/posts/${id}`, { content: update('10:05', 'Wpis poprawiony.') + first })
  return { added, revised: await until(portal, fragment, 'Wpis poprawiony.') }
}

/** Seconds until a page of the portal has a text. @param deadline milliseconds @throws when it has passed */
async function until({ origin }, path, text, deadline = 120_000) {
  const since = performance.now()
  while (!(await (await fetch(origin + path)).text()).includes(text)) {
    if (performance.now() - since > deadline) throw new Error(`${path} is without "${text}" after ${deadline} ms`)
    await wait(LOOK_MS)
  }
  return ((performance.now() - since) / 1000).toFixed(1)
}
