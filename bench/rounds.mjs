/** Rounds of load, in turn, and what they come to. */
import { measure } from './load.mjs'
import { pause } from './process.mjs'

export const ROUNDS = 5
/** As long as the compiler needs to reach its last tier: on a path that is taken ten thousand times a second … */
const WARM_UP_SECONDS = 2
/** … and on one that is taken a hundred times. */
export const LONG_WARM_UP_SECONDS = 6

/**
 * A B C C B A …: what disturbs the machine for a while disturbs all of them, and none is always the first. While one is
 * measured the others stand still, so that what they do in the background is not counted against it.
 * @param subjects by name; one that serves the others (`servesOthers`) continues
 * @param count of rounds: many, where a difference is smaller than what disturbs
 * @returns their rounds by the same names
 */
export async function interleave(subjects, seconds, warmUp = WARM_UP_SECONDS, count = ROUNDS) {
  const names = Object.keys(subjects)
  const rounds = Object.fromEntries(names.map((name) => [name, []]))
  for (const name of names) await measureAlone(subjects, name, warmUp)
  for (let round = 0; round < count; round++) {
    for (const name of inTurn(names, round)) rounds[name].push(await measureAlone(subjects, name, seconds))
  }
  return rounds
}

/** In the order of a round: to and fro. */
export function inTurn(items, round) {
  return round % 2 === 0 ? items : items.toReversed()
}

async function measureAlone(subjects, name, seconds) {
  const subject = subjects[name]
  const others = new Set(Object.values(subjects).flatMap(({ pid, servesOthers }) => (servesOthers ? [] : [pid])))
  others.delete(subject.pid)
  const goOn = []
  try {
    for (const pid of others) goOn.push(pause(pid))
    return await measure(subject, seconds)
  } finally {
    for (const resume of goOn) resume()
  }
}

/** Requests per second and processor time of one against another, taken for each round; the median counts. */
export function compare(ours, theirs) {
  const rates = ours.map(({ rate }, round) => rate / theirs[round].rate)
  return {
    rate: median(rates),
    lowest: Math.min(...rates),
    highest: Math.max(...rates),
    cpu: median(ours.map(({ cpu }, round) => theirs[round].cpu / cpu)),
  }
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
