/** Names, hosts and menus of the customer, and hosts of examples, none of which another publisher's readers may see. */
export const CUSTOMER_WORDS =
  /szpalta|akademia|krypto|bizblog|autoblog|bezprawnik|rozrywka|otwarty zeszyt|druk-ruchomy|\.test\b(?!\()|market banner|157 tys|spidersweb/gi

/** Names that others' code relies on: a field of the hub's cards, and the program's events in the browser (CONS-9). */
const INTERFACE = /"krypto_cat"|\bszpalta:(?:view|article|cards|updates|video|video-error|consent)\b/g

export function customerWordsIn(text: string): string[] {
  return [...text.replace(INTERFACE, '').matchAll(CUSTOMER_WORDS)].map(([word]) => word)
}
