const RIGHT_TO_LEFT = /^(?:arc?|ckb|dv|fa|he|nqo|ps|sd|syr|ug|ur|yi)\b|-(?:Adlm|Arab|Hebr|Rohg)\b/i

/** @param tag of BCP 47, as an article has it */
export function directionOf(tag: string): 'rtl' | undefined {
  return RIGHT_TO_LEFT.test(tag) ? 'rtl' : undefined
}
