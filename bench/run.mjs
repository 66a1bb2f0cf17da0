/**
 * The portal compared with bare `node:http`, plain Express, Next.js and Astro; see README.md.
 * Usage: npm run bench -- [--only hits,cached,assets,misses,start,prices,views] [--check] [--write], with BENCH_SECONDS
 * for the length of a round; or this folder's build compared with that of another commit: --against HEAD~1.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { GROUPS, runAgainst } from './against/against.mjs'
import { ROUNDS as ROUNDS_AGAINST } from './against/rows.mjs'
import * as assets from './cases/assets.mjs'
import * as cached from './cases/cached.mjs'
import * as hits from './cases/hits.mjs'
import * as misses from './cases/misses.mjs'
import * as prices from './cases/prices.mjs'
import * as start from './cases/start.mjs'
import * as views from './cases/views.mjs'
import { readNewsroom } from './content/content.mjs'
import { requireWrk } from './load.mjs'
import { stopAll } from './process.mjs'
import { summary } from './report.mjs'
import { prepareRivals } from './rivals/rivals.mjs'
import { ROUNDS } from './rounds.mjs'
import { PORTAL } from './servers/portal.mjs'

const CASES = { hits, cached, assets, misses, start, prices, views }
const RESULTS = fileURLToPath(new URL('RESULTS.md', import.meta.url))
const GIGABYTE = 1024 ** 3
const READING =
  '`times` is how many times more requests a second the portal answers, taken for each round; the median counts. ' +
  '`by CPU` is the same by processor time of all processes of a server. What each case is: README.md.'

try {
  const settings = readSettings()
  requireWrk()
  say(describeMachine(settings.seconds, settings.against === undefined ? ROUNDS : ROUNDS_AGAINST))
  process.exitCode = await (settings.against !== undefined
    ? runAgainst(settings.against, { ...settings, say })
    : main(settings))
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  await stopAll()
}

/** @returns the exit code */
async function main({ seconds, names, isChecking, isWriting }) {
  if (!existsSync(PORTAL)) throw new Error('dist/server.js is missing: run npm run build first')
  const machine = describeMachine(seconds, ROUNDS)
  const newsroom = await readNewsroom()
  const cases = names.map((name) => CASES[name])
  if (cases.some(({ needsRivals }) => needsRivals)) await prepareRivals(say)

  const [sections, claims] = [[], []]
  for (const { title, run } of cases) {
    say(`\n${title}`)
    const outcome = await run({ seconds, newsroom, say })
    say(`\n${outcome.section}`)
    sections.push(`## ${title}\n\n${outcome.section}`)
    claims.push(...outcome.claims)
  }
  say(`\n${summary(claims)}`)
  const article = `The article is \`${newsroom.path}\`, the middle one by length.`
  if (isWriting) {
    const report = ['# Results', `${today()}. ${machine} ${article}`, summary(claims), ...sections, READING]
    writeFileSync(RESULTS, `${report.join('\n\n')}\n`)
  }
  return isChecking && claims.some(({ isMet }) => !isMet) ? 1 : 0
}

function readSettings() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      check: { type: 'boolean' },
      write: { type: 'boolean' },
      against: { type: 'string' },
    },
  })
  const seconds = Number(process.env.BENCH_SECONDS || 2)
  if (!Number.isInteger(seconds) || seconds < 1) throw new Error('BENCH_SECONDS must be a whole number from 1')
  const { against, check = false, write = false } = values
  if (against?.trim() === '') throw new Error('--against needs a commit')
  if (against !== undefined && (check || write)) {
    throw new Error('--check and --write are about the targets of bench/RESULTS.md: --against has neither')
  }
  const known = Object.keys(against === undefined ? CASES : GROUPS)
  const names = values.only?.split(',') ?? known
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    const what = against === undefined ? 'no case' : 'no case that compares builds:'
    throw new Error(`${what} ${unknown.join(', ')}; there are ${known.join(', ')}`)
  }
  return { seconds, names, against, isChecking: check, isWriting: write }
}

function describeMachine(seconds, rounds) {
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor'
  const memory = `${(totalmem() / GIGABYTE).toFixed(0)} GB`
  return (
    `${availableParallelism()} cores of ${processor}, ${memory}; node ${process.version}; wrk, ${rounds} rounds of ` +
    `${seconds} s in turn; load average ${loadavg()[0].toFixed(2)} at the start.`
  )
}

function today() {
  return new Date().toISOString().slice(0, 10)
}

function say(text) {
  process.stdout.write(`${text}\n`)
}
