/**
 * An article of a WordPress, served by WordPress itself, by Varnish in front of it, and by the portal; see README.md.
 * Usage: npm run bench:wordpress, with BENCH_SECONDS for the length of a round.
 */
import { AS_A_BROWSER, FEW_CONNECTIONS, lengthsOf, requireWrk } from './load.mjs'
import { stopAll } from './process.mjs'
import { comparison } from './report.mjs'
import { interleave } from './rounds.mjs'
import { startPortal } from './servers/portal.mjs'
import { hasVarnish, startVarnish } from './servers/varnish.mjs'
import { HARNESS_OPTIONS, importTypeScript } from './typescript.mjs'

const ARTICLE = '/2024/02/klucz-prywatny-i-adres'
/** In place of a plugin for page caching, which comes from wordpress.org alone. */
const VARNISH = 'WordPress behind Varnish'
/** The harness of the tests. */
const HARNESS = new URL('../test/wordpress/for-benchmark.ts', import.meta.url)

const seconds = Number(process.env.BENCH_SECONDS || 2)
let wordpress
try {
  requireWrk()
  wordpress = await startWordPress()
  const settings = {
    CONTENT: 'wordpress',
    CMS_URL: wordpress.url,
    CMS_USER: wordpress.user,
    CMS_KEY: wordpress.password,
  }
  const hit = await startPortal({ env: settings })
  const miss = await startPortal({ env: { ...settings, PAGE_CACHE: 'off' } })
  const varnish = hasVarnish() ? await startVarnish(wordpress.url, `${ARTICLE}/`) : undefined
  const subjects = {
    // Through the gateway of the harness, which ends bodies as HTTP/1.1 requires: `php -S` just closes the connection.
    WordPress: {
      pid: wordpress.pid,
      url: `${wordpress.url}${ARTICLE}/`,
      connections: FEW_CONNECTIONS,
      servesOthers: true,
    },
    ...(varnish
      ? {
          [VARNISH]: {
            pid: varnish.pid,
            url: `${varnish.origin}${ARTICLE}/`,
            headers: { ...AS_A_BROWSER, ...varnish.headers },
          },
        }
      : {}),
    'portal, hit': { pid: hit.pid, url: hit.origin + ARTICLE, headers: AS_A_BROWSER },
    'portal, miss': { pid: miss.pid, url: miss.origin + ARTICLE, headers: AS_A_BROWSER },
  }
  const lengths = await lengthsOf(subjects)
  const rounds = await interleave(subjects, seconds)
  process.stdout.write(`WordPress ${wordpress.version}: php -S, 4 workers, opcache on; without the database's CPU\n\n`)
  for (const ours of ['portal, hit', 'portal, miss']) {
    const others = { WordPress: rounds.WordPress, ...(varnish ? { [VARNISH]: rounds[VARNISH] } : {}) }
    process.stdout.write(`${comparison({ ...others, [ours]: rounds[ours] }, ours, lengths)}\n\n`)
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  await stopAll()
  await wordpress?.close()
}

async function startWordPress() {
  const { startForBenchmark } = await importTypeScript(HARNESS, HARNESS_OPTIONS)
  return startForBenchmark()
}
