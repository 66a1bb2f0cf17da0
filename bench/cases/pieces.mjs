/** What the pieces earn that only speed asks for and that a setting turns off (docs/decisions/024). */
import { AS_A_BROWSER, ask, lengthsOf } from '../load.mjs'
import { stop } from '../process.mjs'
import { atLeast, comparison } from '../report.mjs'
import { compare, interleave } from '../rounds.mjs'
import { startPortal } from '../servers/portal.mjs'

export const title = 'A cached article without one piece'
/** A piece that earns less than a twentieth of a hit's processor time goes. */
const LEAST = 1.05

/** @returns a section of the report, and its targets */
export async function run({ seconds, newsroom: { path } }) {
  const whole = await startPortal()
  const plain = await startPortal({ env: { FAST_HEADERS: 'off' } })
  const subjects = {
    portal: { pid: whole.pid, url: whole.origin + path, headers: AS_A_BROWSER },
    'FAST_HEADERS=off': { pid: plain.pid, url: plain.origin + path, headers: AS_A_BROWSER },
  }
  for (const { url } of Object.values(subjects)) await ask(url, AS_A_BROWSER)
  const lengths = await lengthsOf(subjects)
  const rounds = await interleave(subjects, seconds)
  await Promise.all([whole, plain].map(({ child }) => stop(child)))
  const { cpu, ...rates } = compare(rounds.portal, rounds['FAST_HEADERS=off'])
  return {
    section: comparison(rounds, 'portal', lengths),
    claims: [atLeast('a hit by private fields, by CPU, against one without', LEAST, { ...rates, rate: cpu })],
  }
}
