import { words } from '../content/content'
import { ChevronIcon } from './icons'
import { SiteLink } from './site-link'

/** The menu of a wide screen: each category with its sub-items. */
export function WideMenu({ items }) {
  return (
    <nav className="menu-wide" aria-label={words.mainMenu}>
      <ul>
        {items.map((item, index) => (
          <li key={item.title} data-menu-item>
            <SiteLink href={item.link}>{item.title}</SiteLink>
            {item.items && (
              <>
                <button
                  className="submenu-toggle needs-script"
                  type="button"
                  aria-expanded="false"
                  aria-controls={`podmenu-${index}`}
                  aria-label={`Podmenu: ${item.title}`}
                >
                  <ChevronIcon />
                </button>
                <SubItems items={item.items} id={`podmenu-${index}`} className="submenu" />
              </>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The menu of a small screen. */
export function NarrowMenu({ items }) {
  return (
    <nav aria-label={words.mainMenu}>
      <ul className="menu-groups">
        {items.map((item) => (
          <li key={item.title}>
            <SiteLink href={item.link}>{item.title}</SiteLink>
            {item.items && <SubItems items={item.items} />}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function SubItems({ items, id, className }) {
  return (
    <ul id={id} className={className}>
      {items.map((item) => (
        <li key={item.title}>
          <SiteLink href={item.link}>{item.title}</SiteLink>
        </li>
      ))}
    </ul>
  )
}
