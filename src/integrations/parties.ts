/** In the notice's order. */
export const PARTIES = ['advertising', 'measurement', 'notifications', 'comments', 'animations'] as const
export type Party = (typeof PARTIES)[number]

/** In the order of every question (CONS-17). */
export const CATEGORIES = ['advertising', 'measurement', 'notifications', 'comments', 'embeds'] as const
export type Category = (typeof CATEGORIES)[number]

/** Animations are embedded content that loads without a click. */
export function categoryOf(party: Party): Category {
  return party === 'animations' ? 'embeds' : party
}
