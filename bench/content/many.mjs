/** Paths of the many articles, shared by the hub and the load. */

const PATH = /^\/2026\/(?:0[1-9]|1[0-2])\/artykul-testowy-(\d+)$/
const MONTHS = 12

export function articlePath(number) {
  return `/2026/${String((number % MONTHS) + 1).padStart(2, '0')}/artykul-testowy-${number}`
}

/** @returns `undefined` for any other path */
export function numberOf(path, count) {
  const number = Number(PATH.exec(path)?.[1] ?? Number.NaN)
  return number < count && articlePath(number) === path ? number : undefined
}
