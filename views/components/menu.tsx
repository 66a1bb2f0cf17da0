import type { MenuItem } from '../../src/services/service.ts'
import { useMessages } from '../context.ts'
import { currentOf, type MenuPlace } from '../document/menu-place.ts'
import { ChevronIcon } from './icons.tsx'

interface MenuProps {
  items: readonly MenuItem[]
  place: MenuPlace | undefined
}

/** Without a script sub-items open on focus. */
export function WideMenu({ items, place }: MenuProps) {
  const messages = useMessages()
  return (
    <nav className="menu-wide" aria-label={messages.mainMenu}>
      <ul>
        {items.map((item, index) => (
          <li key={item.title} data-menu-item>
            <MenuLink item={item} place={place} />
            {item.items && (
              <>
                <button
                  className="submenu-toggle needs-script"
                  type="button"
                  aria-expanded="false"
                  aria-controls={`podmenu-${index}`}
                  aria-label={messages.submenu({ title: item.title })}
                >
                  <ChevronIcon />
                </button>
                <SubItems items={item.items} place={place} id={`podmenu-${index}`} className="submenu" />
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

function SubItems({ items, place, id, className }: MenuProps & { id?: string; className?: string }) {
  return (
    <ul id={id} className={className}>
      {items.map((item) => (
        <li key={item.title}>
          <MenuLink item={item} place={place} />
        </li>
      ))}
    </ul>
  )
}
