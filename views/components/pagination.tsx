import { useMessages } from '../context.ts'

interface PaginationProps {
  hrefOf(page: number): string
  label?: string
  current: number
  max: number
}

/** A list of one page has none (PAGE-16, PAGE-19). */
export function Pagination({ hrefOf, label, current, max }: PaginationProps) {
  const messages = useMessages()
  const items = paginationItems(current, max)
  if (items.length === 0) return null
  const page = Math.min(Math.max(current, 1), max)
  return (
    <nav className="pagination" aria-label={label ?? messages.pagination.label}>
      <PageLink href={page > 1 ? hrefOf(page - 1) : undefined} rel="prev" label={messages.pagination.previous} />
      <ol>
        {items.map((item, index) => (
          <li key={item === 'gap' ? `gap-${index < items.length / 2 ? 'before' : 'after'}` : item}>
            {item === 'gap' ? (
              <span aria-hidden="true">…</span>
            ) : (
              <a
                href={hrefOf(item)}
                aria-current={item === page ? 'page' : undefined}
                aria-label={messages.pagination.page({ page: item })}
              >
                {item}
              </a>
            )}
          </li>
        ))}
      </ol>
      <PageLink href={page < max ? hrefOf(page + 1) : undefined} rel="next" label={messages.pagination.next} />
    </nav>
  )
}

function PageLink({ href, rel, label }: { href: string | undefined; rel: string; label: string }) {
  return href === undefined ? (
    <span className="page-step" aria-disabled="true">
      {label}
    </span>
  ) : (
    <a className="page-step" href={href} rel={rel}>
      {label}
    </a>
  )
}

const WINDOW = 6
const BEFORE = 2

/**
 * A gap replaces several pages (PAGE-17).
 * @returns nothing for one page; the current page is clamped
 */
export function paginationItems(current: number, max: number): Array<number | 'gap'> {
  if (max <= 1) return []
  const page = Math.min(Math.max(Math.trunc(current), 1), max)
  const from = Math.max(1, Math.min(page - BEFORE, max - WINDOW + 1))
  const to = Math.min(max, from + WINDOW - 1)
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return [...hidden([1, from - 1]), ...pages, ...hidden([max, to + 1]).reverse()]
}

/** @param range end of the list, and page next to the window */
function hidden([end, inner]: [number, number]): Array<number | 'gap'> {
  const isFirst = end === 1
  const count = isFirst ? inner - end + 1 : end - inner + 1
  if (count <= 0) return []
  if (count === 1) return [end]
  return count === 2 ? [end, inner] : [end, 'gap']
}
