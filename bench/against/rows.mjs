/**
 * What two builds cost, row by row, and whether it became worse. Less is better in every row: processor time, milliseconds,
 * bytes, calls.
 */
import { table } from '../report.mjs'
import { median } from '../rounds.mjs'

/** So many, because noise is the spread of few. Even, so that each build is the first as often as the other. */
export const ROUNDS = 10
/** The unit of calls of the CMS. */
export const CALLS = 'a request'
/** A median below is no growth, however quiet the machine. */
const LEAST_GROWTH = 0.03

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {string} unit
 * @property {number[]} now a value for each round
 * @property {number[]} before those of the other build, in the same rounds
 * @property {number} [allowed] of an exact count: by so much it may grow; absent: the row has noise
 */

/** @returns {Row} of values that differ from round to round */
export function measured(name, unit, rounds, read) {
  return { name, unit, now: rounds.now.map(read), before: rounds.before.map(read) }
}

/** @returns {Row} of values that are the same each time, or nearly so */
export function counted(name, unit, { now, before }, allowed = 0) {
  return { name, unit, now: [now], before: [before], allowed }
}

/**
 * The ratio is taken for each pair of rounds, of which the median counts; its noise is half of the distance between the
 * lowest and the highest. Without a difference the median of ten is above 1 by more than that about once in 1,400 rows with
 * normal noise, and more often when the machine's pace drifts: hence the floor, and the second measurement (`confirmed`).
 * @throws when a value is missing
 */
export function judge({ name, unit, now, before, allowed }) {
  for (const [build, values] of Object.entries({ now, before })) requireValues(`${name}, ${build}`, unit, values)
  if (now.length !== before.length)
    throw new Error(`${name}: ${now.length} rounds, and ${before.length} of the other build`)
  const ratios = now.map((value, round) => (before[round] === value ? 1 : value / before[round]))
  const ratio = median(ratios)
  const noise = (Math.max(...ratios) - Math.min(...ratios)) / 2
  const isWorse = allowed === undefined ? ratio - 1 > Math.max(noise, LEAST_GROWTH) : now[0] > before[0] + allowed
  return { ratio, noise, isWorse }
}

/** Calls may be none. Nothing else that is measured costs nothing: a file of no bytes was not there. */
function requireValues(what, unit, values) {
  const isValue = (value) => Number.isFinite(value) && (value > 0 || (value === 0 && unit === CALLS))
  if (values.length === 0 || !values.every(isValue)) {
    throw new Error(`${what}: not measured (${values.map(String).join(', ') || 'no values'})`)
  }
}

/**
 * Measures once more where a row is worse, which then counts as it is the second time.
 * @param measure gets the names of rows that matter; absent: all
 * @throws when there are no rows
 */
export async function confirmed(measure) {
  const rows = await measure()
  if (rows.length === 0) throw new Error('nothing was measured')
  const names = rows.filter((row) => judge(row).isWorse).map(({ name }) => name)
  if (names.length === 0) return rows
  const again = await measure(names)
  return rows.map((row) => (names.includes(row.name) ? (again.find(({ name }) => name === row.name) ?? row) : row))
}

/** @param {Row[]} rows */
export function report(rows) {
  const lines = rows.map((row) => {
    const { ratio, noise, isWorse } = judge(row)
    const value = (values) => `${short(median(values))} ${row.unit}`
    const limit = row.allowed === undefined ? `± ${noise.toFixed(3)}` : `+ ${short(row.allowed)} allowed`
    return [row.name, value(row.before), value(row.now), ratio.toFixed(3), limit, isWorse ? 'WORSE' : 'ok']
  })
  return table([['row', 'before', 'now', 'now/before', 'noise', ''], ...lines])
}

function short(value) {
  if (Number.isInteger(value)) return `${value}`
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)
}
