/** One cached article as browsers ask for it, and the response to one who has it already. */
import { setTimeout as sleep } from 'node:timers/promises'
import { AS_A_BROWSER, ask, lengthsOf } from '../load.mjs'
import { stop } from '../process.mjs'
import { atLeast, comparison, sizes } from '../report.mjs'
import { weighAll } from '../rivals/comparable.mjs'
import { PATHS, startAstro, startExpress, startNext } from '../rivals/rivals.mjs'
import { compare, interleave } from '../rounds.mjs'
import { startBare } from '../servers/bare.mjs'
import { startPortal } from '../servers/portal.mjs'
import { hasVarnish, startVarnish } from '../servers/varnish.mjs'

/** The same HTML, stored once in gzip: what a publisher has without a page cache in the program. */
const VARNISH = 'Express behind Varnish, gzip'
const POLL_MS = 5
const MAX_TRIES = 500

export const title = 'A cached article'
export const needsRivals = true

/** @returns a section of the report, and its targets */
export async function run({ seconds, newsroom, say }) {
  const { path } = newsroom
  const portal = await startPortal()
  const url = portal.origin + path
  const { headers } = await ask(url)
  await untilBestForm(url)
  const notModified = { ...AS_A_BROWSER, 'if-none-match': headers.etag }
  const [identity, brotli] = await Promise.all([ask(url), ask(url, AS_A_BROWSER)])
  requireHit(identity, brotli)

  const bare = await startBare([identity, brotli])
  const express = await startExpress(identity.body.toString())
  const next = await startNext(PATHS.nextIsr(path))
  const astro = await startAstro(PATHS.astroStatic(path))
  const varnish = await varnishBefore(express, path, say)
  const subjects = {
    'portal, brotli': { pid: portal.pid, url, headers: AS_A_BROWSER },
    'portal, identity': { pid: portal.pid, url },
    'portal, 304': { pid: portal.pid, url, headers: notModified },
    'bare node:http, brotli': { pid: bare.pid, url: bare.origins[1] + path, headers: AS_A_BROWSER },
    'bare node:http, identity': { pid: bare.pid, url: bare.origins[0] + path },
    'Express, identity': { pid: express.pid, url: express.plain + path },
    'Express and compression': { pid: express.pid, url: express.compressed + path, headers: AS_A_BROWSER },
    ...(varnish
      ? {
          [VARNISH]: { pid: varnish.pid, url: varnish.origin + path, headers: { ...AS_A_BROWSER, ...varnish.headers } },
        }
      : {}),
    'Next.js 16 ISR, gzip': { pid: next.pid, url: next.origin + PATHS.nextIsr(path), headers: AS_A_BROWSER },
    'Astro prerendered, identity': { pid: astro.pid, url: astro.origin + PATHS.astroStatic(path) },
  }
  const lengths = await lengthsOf(subjects)
  const weights = await weighAll({
    portal: subjects['portal, identity'],
    'Next.js 16 ISR': { url: subjects['Next.js 16 ISR, gzip'].url },
    'Astro prerendered': subjects['Astro prerendered, identity'],
  })
  const rounds = await interleave(subjects, seconds)
  // The page is rendered again meanwhile. Another ETag would have turned every 304 into a 200, without any error.
  const { status } = await ask(url, notModified)
  if (status !== 304) throw new Error('the portal’s page changed during the rounds')
  await Promise.all([portal, bare, express, next, astro, ...(varnish ? [varnish] : [])].map(({ child }) => stop(child)))

  const against = (ours, theirs) => compare(rounds[ours], rounds[theirs])
  return {
    section: `${comparison(rounds, 'portal, brotli', lengths)}\n\n${sizes(weights)}`,
    claims: [
      atLeast(
        'cached article against Next.js 16 ISR, both compressed',
        60,
        against('portal, brotli', 'Next.js 16 ISR, gzip'),
      ),
      atLeast('304 against a bare identity answer', 1.2, against('portal, 304', 'bare node:http, identity')),
    ],
  }
}

/** @returns nothing where Debian's package is missing */
async function varnishBefore(express, path, say) {
  if (hasVarnish()) return startVarnish(express.compressed, path)
  say('Varnish is not installed (Debian: apt-get install varnish): its row is left out')
  return undefined
}

/** A page that stays hot gets a better brotli form in the background: requested until it exists. */
export async function untilBestForm(url) {
  const length = async () => (await ask(url, AS_A_BROWSER)).body.length
  const atOnce = await length()
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if ((await length()) < atOnce) return
    await sleep(POLL_MS)
  }
  throw new Error(`${url} got no better form`)
}

function requireHit(...responses) {
  if (responses.some(({ headers }) => headers['x-cache'] !== 'hit')) throw new Error('the page cache does not answer')
}
