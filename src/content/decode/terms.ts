import type { Term } from '../card.ts'
import { type LinkRules, portalHref, termPath } from '../links.ts'
import { plainField } from '../text.ts'
import type { WireCard } from '../wire.ts'

type WireTerm = WireCard['categories'][number]

/** `krypto_cat[0]` > `nrm_top_level_category` > the last of `category_hierarchical` (CARD-11). */
export function categoryOf(wire: WireCard, rules: LinkRules): Term | undefined {
  const [crypto] = wire.krypto_cat
  if (crypto?.name) {
    const href = crypto.slug && termPath(`/kategoria/${crypto.slug}`)
    return { name: plainField(crypto.name), ...(href && { href }) }
  }
  const top = plainField(wire.nrm_top_level_category?.name ?? '')
  return top ? { name: top } : hierarchyOf(wire, rules).at(-1)
}

/**
 * The way to a post, top to leaf: `category_hierarchical`, else its category alone (CARD-12). A step that the CMS gives
 * no address has the one of the category when it is that.
 */
export function trailOf(wire: WireCard, rules: LinkRules): Term[] {
  const category = categoryOf(wire, rules)
  const hierarchy = hierarchyOf(wire, rules)
  if (hierarchy.length === 0) return category ? [category] : []
  return hierarchy.map((term) => (term.href === undefined && category?.name === term.name ? category : term))
}

function hierarchyOf(wire: WireCard, rules: LinkRules): Term[] {
  return wire.category_hierarchical.flatMap((term) => termOf(term, rules, '/kategoria/') ?? [])
}

/** `nrm_typ`: what kind of text it is, with its list where it has one (CARD-9). */
export function kindTermOf(wire: WireCard, rules: LinkRules): Term | undefined {
  return wire.nrm_typ && termOf(wire.nrm_typ, rules)
}

/** The name by which lists of further articles are kept: the top-level category's, else the category's own. */
export function topCategoryOf(wire: WireCard, rules: LinkRules): string | undefined {
  return plainField(wire.nrm_top_level_category?.name ?? '') || categoryOf(wire, rules)?.name
}

export function tagsOf(wire: WireCard): Term[] {
  return wire.categories
    .filter((term) => term.name !== '' && term.relative_link?.startsWith('/tag/'))
    .map((term) => ({
      name: plainField(term.name),
      ...(term.relative_link && { href: termPath(term.relative_link) }),
    }))
}

/** @param folder of the term's list, where the CMS gives its slug alone */
function termOf({ name, slug, relative_link }: WireTerm, rules: LinkRules, folder?: string): Term | undefined {
  const shown = plainField(name)
  if (shown === '') return undefined
  const link = relative_link ?? (folder && slug && `${folder}${slug}`)
  const href = link && portalHref(link, rules)
  return { name: shown, ...(href && { href }) }
}
