import { copy } from '../../src/copy.ts'
import type { MenuItem, Service, Services } from '../../src/services/service.ts'
import { hasAddress } from '../../src/services/table.ts'
import { SearchForm } from './search-form.tsx'

interface HeaderProps {
  service: Service
  services: Services
}

/** Logo, menu, search, theme switch, sister portals. 48 px below 1200, 66 px from 1200 (spec 9). */
export function Header({ service, services }: HeaderProps) {
  return (
    <header className="header">
      <div className="header-bar">
        <a className="wordmark" href="/">
          <span className="wordmark-group">{copy.group}</span> <span className="wordmark-service">{service.title}</span>
        </a>
        <nav className="menu-wide" aria-label={copy.mainMenu}>
          <ul>
            {service.menu.map((item) => (
              <li key={item.title}>
                <a href={item.link}>{item.title}</a>
                {item.items && <MenuList items={item.items} className="submenu" />}
              </li>
            ))}
          </ul>
        </nav>
        <div className="header-tools">
          <a className="icon-link" href="/search" aria-label={copy.search.label}>
            <SearchIcon />
          </a>
          {service.theme === 'switchable' && (
            <button
              className="icon-link"
              type="button"
              data-theme-switch
              data-to-dark={copy.theme.toDark}
              data-to-light={copy.theme.toLight}
              hidden
            >
              <ThemeIcon />
            </button>
          )}
          <details className="menu-narrow">
            <summary>
              <span className="when-closed">{copy.menuOpen}</span>
              <span className="when-open">{copy.menuClose}</span>
            </summary>
            <div className="menu-panel">
              <SearchForm id="szukaj-menu" />
              <nav aria-label={copy.mainMenu}>
                <ul className="menu-groups">
                  {service.menu.map((item) => (
                    <li key={item.title}>
                      <a href={item.link}>{item.title}</a>
                      {item.items && <MenuList items={item.items} />}
                    </li>
                  ))}
                </ul>
              </nav>
              <SisterPortals service={service} services={services} />
            </div>
          </details>
        </div>
      </div>
    </header>
  )
}

function MenuList({ items, className }: { items: MenuItem[]; className?: string }) {
  return (
    <ul className={className}>
      {items.map((item) => (
        <li key={item.title}>
          <a href={item.link}>{item.title}</a>
        </li>
      ))}
    </ul>
  )
}

/** The other portals of the group; one without an address is a label without a link (decision 1). */
export function SisterPortals({ service, services }: HeaderProps) {
  const sisters = Object.values(services).filter((sister) => sister.name !== service.name)
  return (
    <ul className="sisters" aria-label={copy.sisterPortals}>
      {sisters.map((sister) => (
        <li key={sister.name}>
          {hasAddress(sister) ? <a href={`${sister.serviceUrl}/`}>{sister.title}</a> : <span>{sister.title}</span>}
        </li>
      ))}
    </ul>
  )
}

function SearchIcon() {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <circle cx="10.5" cy="10.5" r="6.5" fill="none" stroke="currentColor" strokeWidth="2" />
      <path d="m15.5 15.5 5 5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}

function ThemeIcon() {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <circle cx="12" cy="12" r="8" fill="none" stroke="currentColor" strokeWidth="2" />
      <path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor" />
    </svg>
  )
}
