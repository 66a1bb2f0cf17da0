import type { MenuItem } from '../../src/services/service.ts'
import { memoizeByIdentity } from '../../src/system/memoize.ts'
import { useMessages } from '../context.ts'
import type { PageData } from '../page-data.ts'
import { ChevronIcon } from './icons.tsx'

interface MenuProps {
  items: readonly MenuItem[]
  place: MenuPlace | undefined
}

export function WideMenu({ items, place }: MenuProps) {
  const messages = useMessages()
  return (
    <nav className="menu-wide" aria-label={messages.mainMenu}>
      <ul>
        {items.map((item) => (
          <li key={item.title}>
            <MenuLink item={item} place={place} />
            {item.items && (
              <>
                <button
                  className="submenu-toggle needs-script"
                  type="button"
                  aria-expanded="false"
                  aria-label={messages.submenu({ title: item.title })}
                >
                  <ChevronIcon />
                </button>
                <SubItems items={item.items} place={place} className="submenu" />
              </>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function NarrowMenu({ items, place }: MenuProps) {
  const messages = useMessages()
  return (
    <nav aria-label={messages.mainMenu}>
      <ul className="menu-groups">
        {items.map((item) => (
          <li key={item.title}>
            <MenuLink item={item} place={place} />
            {item.items && <SubItems items={item.items} place={place} />}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function MenuLink({ item, place }: { item: MenuItem; place: MenuPlace | undefined }) {
  return (
    <a href={item.link} aria-current={currentOf(item, place)}>
      {item.title}
    </a>
  )
}

function SubItems({ items, place, className }: MenuProps & { className?: string }) {
  return (
    <ul className={className}>
      {items.map((item) => (
        <li key={item.title}>
          <MenuLink item={item} place={place} />
        </li>
      ))}
    </ul>
  )
}

const linkSets = memoizeByIdentity<readonly MenuItem[], Set<string>>()

/** Both menus mark it (SHELL-9). */
export interface MenuPlace {
  link: string
  /** `section`: a list with the page. */
  is: 'page' | 'section'
}

/** The narrowest category wins; a page has none (PAGE-27). */
export function menuPlaceOf(
  menu: readonly MenuItem[],
  path: string,
  data: PageData | undefined,
): MenuPlace | undefined {
  const links = linksOf(menu)
  if (data?.page === 'article' && !data.article.isPage) {
    const link = data.article.trail.flatMap(({ href }) => href ?? []).findLast((href) => links.has(href))
    return link === undefined ? undefined : { link, is: 'section' }
  }
  const own = data?.page === 'archive' ? data.basePath : path
  return links.has(own) ? { link: own, is: 'page' } : undefined
}

function linksOf(menu: readonly MenuItem[]): Set<string> {
  return linkSets(
    menu,
    [],
    () => new Set(menu.flatMap(({ link, items = [] }) => [link, ...items.map((item) => item.link)])),
  )
}

function currentOf({ link, items = [] }: MenuItem, place: MenuPlace | undefined): 'page' | 'true' | undefined {
  if (link === place?.link) return place.is === 'page' ? 'page' : 'true'
  return items.some((item) => item.link === place?.link) ? 'true' : undefined
}
