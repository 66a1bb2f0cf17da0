/** Both builds as servers, under the same load in turn. */
import { stop } from '../process.mjs'
import { interleave } from '../rounds.mjs'
import { startPortal } from '../servers/portal.mjs'
import { measured, ROUNDS } from './rows.mjs'

/** Runs something with one portal of each build. */
export async function withPortals(builds, options, use) {
  const portals = await forBoth(builds, (folder) => startPortal({ folder, ...options }))
  try {
    return await use(portals)
  } finally {
    await Promise.all(Object.values(portals).map(({ child }) => stop(child)))
  }
}

/** One after the other, by the same names. */
export async function forBoth(builds, read) {
  const now = await read(builds.now)
  return { now, before: await read(builds.before) }
}

/**
 * @param subjectOf what is requested of a portal
 * @returns two rows: processor time of a request, and the time that one takes when the server does nothing else
 */
export async function loadRows(name, portals, subjectOf, seconds, warmUp) {
  const subjects = { now: await subjectOf(portals.now), before: await subjectOf(portals.before) }
  const rounds = await interleave(subjects, seconds, warmUp, ROUNDS)
  return [
    measured(`${name}: processor time`, 'µs', rounds, ({ cpu }) => cpu),
    measured(`${name}: time`, 'µs', rounds, ({ rate }) => 1e6 / rate),
  ]
}
