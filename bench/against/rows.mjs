/**
 * What two builds cost, row by row, and whether it became worse. Less is better in every row: processor time, milliseconds,
 * bytes, calls.
 */
import { table } from '../report.mjs'
import { median } from '../rounds.mjs'

/** So many, because noise is the spread of few. */
export const ROUNDS = 9

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
 * lowest and the highest. Without a difference the median of nine is further from 1 than that about once in 3,000 rows.
 */
export function judge({ now, before, allowed }) {
  const ratios = now.map((value, round) => (before[round] === value ? 1 : value / before[round]))
  const ratio = median(ratios)
  const noise = (Math.max(...ratios) - Math.min(...ratios)) / 2
  const isWorse = allowed === undefined ? ratio - 1 > noise : now[0] > before[0] + allowed
  return { ratio, noise, isWorse }
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
