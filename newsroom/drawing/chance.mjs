/** FNV-1a: a file name becomes a seed, the same on every machine. */
export const hashOf = (text) => {
  let hash = 0x811c9dc5
  for (const character of text) {
    hash = Math.imul(hash ^ character.codePointAt(0), 0x01000193)
  }
  return hash >>> 0
}

/** mulberry32: short, fast and even enough to place shapes; `Math.random` could not repeat a drawing. */
const numbersFrom = (seed) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Every decision of a drawing is asked of its dice, so that the file name alone settles the picture. */
export const createDice = (seed) => {
  const next = numbersFrom(seed)
  const between = (low, high) => low + (high - low) * next()
  const integer = (low, high) => Math.floor(between(low, high + 1))
  const chance = (probability) => next() < probability
  const pick = (list) => list[integer(0, list.length - 1)]
  const sign = () => (chance(0.5) ? 1 : -1)
  const shuffle = (list) =>
    list
      .map((item) => ({ item, order: next() }))
      .sort((a, b) => a.order - b.order)
      .map(({ item }) => item)
  return { between, integer, chance, pick, sign, shuffle }
}
