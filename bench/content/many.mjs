/** Addresses of the many articles, known to the hub that has them and to the load that asks for them. */

const ADDRESS = /^\/2026\/(?:0[1-9]|1[0-2])\/artykul-testowy-(\d+)$/
const MONTHS = 12

export function articlePath(number) {
  return `/2026/${String((number % MONTHS) + 1).padStart(2, '0')}/artykul-testowy-${number}`
}

/** @returns `undefined` for any other address */
export function numberOf(path, count) {
  const number = Number(ADDRESS.exec(path)?.[1] ?? Number.NaN)
  return number < count && articlePath(number) === path ? number : undefined
}
