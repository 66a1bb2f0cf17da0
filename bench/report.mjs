/** Measurements and their targets as Markdown that also reads well on a terminal. */
import { compare, median } from './rounds.mjs'

/**
 * @typedef {object} Claim
 * @property {string} work
 * @property {string} target
 * @property {string} measured
 * @property {boolean} isMet
 */

/** @param comparison as `compare` makes it @returns {Claim} */
export function atLeast(work, limit, { rate, lowest, highest }) {
  const measured = `${short(rate)} (${short(lowest)}–${short(highest)})`
  return { work, target: `at least ${limit}`, measured, isMet: rate >= limit }
}

/** @returns {Claim} */
export function atMost(work, limit, value, unit) {
  const withUnit = (text) => (unit ? `${text} ${unit}` : text)
  return { work, target: withUnit(`at most ${limit}`), measured: withUnit(short(value)), isMet: value <= limit }
}

/**
 * All subjects of a case, and how one of them compares with each other one.
 * @param rounds by name, as `interleave` makes them
 * @param ours the one that is compared
 * @param lengths bytes of each response
 */
export function comparison(rounds, ours, lengths) {
  const rows = Object.entries(rounds).map(([name, theirs]) => {
    const { rate, lowest, highest, cpu } = compare(rounds[ours], theirs)
    const isOurs = name === ours
    return [
      name,
      ...(lengths ? [lengths[name].toString()] : []),
      median(theirs.map((round) => round.rate)).toFixed(0),
      `${median(theirs.map((round) => round.cpu)).toFixed(1)} µs`,
      isOurs ? '' : short(rate),
      isOurs ? '' : `${short(lowest)}–${short(highest)}`,
      isOurs ? '' : short(cpu),
    ]
  })
  const head = [
    'answer',
    ...(lengths ? ['bytes'] : []),
    'req/s',
    'CPU/req',
    `${ours}: times`,
    'lowest–highest',
    'by CPU',
  ]
  return table([head, ...rows])
}

/** @param weights of pages by name, as `weighAll` makes them */
export function sizes(weights) {
  const rows = Object.entries(weights).map(([name, { bytes, text, elements }]) =>
    [name, bytes, text, elements].map(String),
  )
  return table([['page', 'bytes of HTML', 'bytes of text', 'elements'], ...rows])
}

/** @param {Claim[]} claims */
export function summary(claims) {
  const rows = claims.map(({ work, target, measured, isMet }) => [work, target, measured, isMet ? 'yes' : 'NO'])
  return table([['work', 'asked', 'measured', 'ok'], ...rows])
}

/** The first column is text, the others are numbers. */
export function table(rows) {
  const widths = rows[0].map((_cell, column) => Math.max(...rows.map((row) => row[column].length)))
  const pad = (cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  const [head, ...lines] = rows.map((row) => row.map(pad))
  return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Two digits that say something, of small numbers too. */
function short(value) {
  if (value >= 100) return value.toFixed(0)
  if (value >= 10) return value.toFixed(1)
  return value.toFixed(value < 0.1 ? 3 : 2)
}
