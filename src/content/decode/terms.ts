import type { Term } from '../card.ts'
import { type LinkRules, portalHref, termPath } from '../links.ts'
import { plainField } from '../text.ts'
import type { WireCard } from '../wire.ts'

type WireTerm = WireCard['categories'][number]

/** `krypto_cat[0]`, else `nrm_top_level_category`, else the last of `category_hierarchical` (CARD-11). */
export function categoryOf(wire: WireCard, rules: LinkRules): Term | undefined {
  const [crypto] = wire.krypto_cat
  const name = plainField(crypto?.name ?? '')
  if (crypto && name) {
    const href = crypto.slug && termPath(`/kategoria/${crypto.slug}`, rules.service)
    return { name, href: href || undefined }
  }
  const top = plainField(wire.nrm_top_level_category?.name ?? '')
  return top ? { name: top } : hierarchyOf(wire, rules).at(-1)
}

/** `category_hierarchical`, top to leaf, else the category (CARD-12), whose path its own step may lack. */
export function trailOf(wire: WireCard, rules: LinkRules): Term[] {
  const category = categoryOf(wire, rules)
  const hierarchy = hierarchyOf(wire, rules)
  if (hierarchy.length === 0) return category ? [category] : []
  return hierarchy.map((term) => (term.href === undefined && category?.name === term.name ? category : term))
}

function hierarchyOf(wire: WireCard, rules: LinkRules): Term[] {
  return wire.category_hierarchical.flatMap((term) => termOf(term, rules, '/kategoria/') ?? [])
}

export function kindTermOf(wire: WireCard, rules: LinkRules): Term | undefined {
  return wire.nrm_typ && termOf(wire.nrm_typ, rules)
}

/** Groups lists of further articles. */
export function topCategoryOf(wire: WireCard, rules: LinkRules): string | undefined {
  return plainField(wire.nrm_top_level_category?.name ?? '') || categoryOf(wire, rules)?.name
}

export function tagsOf(wire: WireCard, rules: LinkRules): Term[] {
  const tags = wire.categories.filter(({ relative_link: link }) => link?.startsWith('/tag/'))
  return [...tags, ...wire.own_terms]
    .filter(({ name }) => name !== '')
    .map((term) => ({
      name: plainField(term.name),
      href: term.relative_link ? termPath(term.relative_link, rules.service) : undefined,
    }))
}

/** @param folder for terms with only a slug */
function termOf({ name, slug, relative_link }: WireTerm, rules: LinkRules, folder?: string): Term | undefined {
  const shown = plainField(name)
  if (shown === '') return undefined
  const link = relative_link ?? (folder && slug && `${folder}${slug}`)
  const href = link && portalHref(link, rules)
  return { name: shown, href: href || undefined }
}
