import { words } from '../content/content'
import { CloseIcon, SearchIcon } from './icons'
import { NarrowMenu, WideMenu } from './menu'
import { SearchBox } from './search-box'
import { Sisters } from './sisters'
import { ThemeSwitch } from './theme-switch'
import { Wordmark } from './wordmark'

const PANELS = { menu: 'panel-menu', search: 'panel-szukaj', portals: 'panel-portale' }

/** Logo, menu, search, sister portals. Its panels are popovers. */
export function Header({ site }) {
  return (
    <header className="header">
      <div className="header-bar">
        <Wordmark site={site} />
        <WideMenu items={site.menu} />
        <div className="header-tools">
          <button className="text-button only-wide" type="button" popoverTarget={PANELS.portals}>
            {words.sisterPortalsToggle}
          </button>
          <button className="icon-button" type="button" popoverTarget={PANELS.search} aria-label={words.search.label}>
            <SearchIcon />
          </button>
          {site.hasThemeSwitch && <ThemeSwitch label={words.theme.dark} />}
          <button className="text-button menu-toggle only-narrow" type="button" popoverTarget={PANELS.menu}>
            <span className="when-closed">{words.menuOpen}</span>
            <span className="when-open">{words.menuClose}</span>
          </button>
        </div>
      </div>
      <div className="search-panel" id={PANELS.search} popover="auto">
        <div className="search-panel-inner">
          <SearchBox id="szukaj-w-naglowku" words={searchWords()} />
          <button
            className="icon-button"
            type="button"
            popoverTarget={PANELS.search}
            popoverTargetAction="hide"
            aria-label={words.search.close}
          >
            <CloseIcon />
          </button>
        </div>
      </div>
      <div className="portals-panel" id={PANELS.portals} popover="auto">
        <Sisters site={site} />
      </div>
      <div className="menu-panel" id={PANELS.menu} popover="auto">
        <NarrowMenu items={site.menu} />
        <Sisters site={site} />
      </div>
    </header>
  )
}

/** What the browser's part needs to know. */
function searchWords() {
  const { words: label, placeholder, submit, suggestions } = words.search
  return { label, placeholder, submit, suggestions }
}
