/** The largest script and the style sheet of the build, as browsers ask for them. */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AS_A_BROWSER, ask, lengthsOf } from '../load.mjs'
import { stop } from '../process.mjs'
import { atLeast, comparison } from '../report.mjs'
import { compare, interleave } from '../rounds.mjs'
import { startBare } from '../servers/bare.mjs'
import { startPortal } from '../servers/portal.mjs'

const FOLDER = fileURLToPath(new URL('../../dist/assets/', import.meta.url))
/** The script that starts islands, React with it; and what every page waits for. */
const FILES = { mount: /^mount-\w+\.js$/, 'style sheet': /^app-\w+\.css$/ }

export const title = 'Files of the build'

/** @returns a section of the report, and its targets */
export async function run({ seconds }) {
  const portal = await startPortal()
  const names = readdirSync(FOLDER)
  const paths = Object.entries(FILES).map(([what, pattern]) => [
    what,
    `/assets/${names.find((name) => pattern.test(name))}`,
  ])
  const responses = await Promise.all(paths.map(([, path]) => ask(portal.origin + path, AS_A_BROWSER)))
  for (const { status, headers } of responses) {
    if (status !== 200 || headers['content-encoding'] !== 'br')
      throw new Error('a file of the build is not there in brotli')
  }
  const bare = await startBare(responses)
  const subjects = Object.fromEntries(
    paths.flatMap(([what, path], index) => [
      [`portal, ${what}`, { pid: portal.pid, url: portal.origin + path, headers: AS_A_BROWSER }],
      [`bare node:http, ${what}`, { pid: bare.pid, url: bare.origins[index] + path, headers: AS_A_BROWSER }],
    ]),
  )
  const lengths = await lengthsOf(subjects)
  const rounds = await interleave(subjects, seconds)
  await Promise.all([portal, bare].map(({ child }) => stop(child)))

  const sections = paths.map(([what]) => {
    const names = [`portal, ${what}`, `bare node:http, ${what}`]
    return comparison(pick(rounds, names), names[0], lengths)
  })
  return {
    section: sections.join('\n\n'),
    claims: paths.map(([what]) =>
      atLeast(
        `${what}, brotli, against bare node:http`,
        0.8,
        compare(rounds[`portal, ${what}`], rounds[`bare node:http, ${what}`]),
      ),
    ),
  }
}

function pick(rounds, names) {
  return Object.fromEntries(names.map((name) => [name, rounds[name]]))
}
