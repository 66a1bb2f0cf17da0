import { listAt } from '../../src/content/links.ts'
import { filterQuery, type SearchFilters } from '../../src/content/search-filters.ts'
import { NEWEST_CATEGORY } from '../../src/services/list-kind.ts'
import type { MenuItem, Service } from '../../src/services/service.ts'
import { useService } from '../context.ts'

interface SearchFilterFieldsProps {
  form: string
  query: string
  filters: SearchFilters
}

/** SEARCH-17. */
export function SearchFilterFields({ form, query, filters }: SearchFilterFieldsProps) {
  const service = useService()
  const { search } = service.messages
  const isLimited = filterQuery(filters) !== ''
  const categories = menuCategories(service.menu, service)
  return (
    <details className="search-filters" open={isLimited}>
      <summary>{search.filters}</summary>
      <div className="search-filters-fields">
        {categories.length > 0 && (
          <label>
            {search.category}
            <select form={form} name="category" defaultValue={filters.category ?? ''}>
              <option value="">{search.everyCategory}</option>
              {categories.map(({ slug, title }) => (
                <option key={slug} value={slug}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          {search.from}
          <input form={form} type="date" name="from" defaultValue={filters.from} />
        </label>
        <label>
          {search.to}
          <input form={form} type="date" name="to" defaultValue={filters.to} />
        </label>
        <button form={form} type="submit" className="button button-quiet">
          {search.apply}
        </button>
        {isLimited && <a href={`/search?s=${encodeURIComponent(query)}`}>{search.unlimited}</a>}
      </div>
    </details>
  )
}

/** Every source has a menu, so its categories need no call. */
function menuCategories(items: readonly MenuItem[], service: Service): Array<{ slug: string; title: string }> {
  const all = items.flatMap((item) => [item, ...(item.items ?? [])])
  const named = all.flatMap(({ title, link }) => {
    const list = link.startsWith('/') ? listAt(link.split('/').slice(1), service) : undefined
    return list?.kind === 'category' && list.slug !== NEWEST_CATEGORY ? [{ slug: list.slug, title }] : []
  })
  // The first name of a category is the menu's heading.
  return [...new Map(named.toReversed().map((category) => [category.slug, category])).values()].toReversed()
}
