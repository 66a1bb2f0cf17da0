import { useMessages } from '../context.ts'
import { paginationItems } from './pagination-items.ts'

interface PaginationProps {
  hrefOf(page: number): string
  /** Absent: pages of a list. */
  label?: string
  current: number
  max: number
}

/** PAGE-19. */
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

/** PAGE-16. */
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
