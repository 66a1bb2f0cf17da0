import { sistersOf } from '../../src/services/registry.ts'
import { useMessages } from '../context.ts'
import { ScriptedIsland } from '../islands/island.tsx'
import type { ShellProps } from '../prerendered.tsx'
import { SisterPortals, Wordmark } from './brand.tsx'
import { CloseIcon, SearchIcon, ThemeIcon } from './icons.tsx'
import { Spaced } from './inline.tsx'
import type { MenuPlace } from './menu.tsx'
import { NarrowMenu, WideMenu } from './menu.tsx'
import { SearchBox } from './search-box.tsx'

const PANELS = { menu: 'panel-menu', search: 'panel-szukaj', portals: 'panel-portale' } as const

/** Popovers need no script (SHELL-1). */
export function Header({ service, services, place }: ShellProps & { place: MenuPlace | undefined }) {
  const messages = useMessages()
  const hasSisters = sistersOf(service, services).length > 0
  return (
    <header className="header">
      <div className="header-bar">
        <Wordmark service={service} />
        <WideMenu items={service.menu} place={place} />
        <div className="header-tools">
          <Spaced>
            {hasSisters && (
              <button className="text-button only-wide" type="button" popoverTarget={PANELS.portals}>
                {messages.sisterPortalsToggle}
              </button>
            )}
            <button
              className="icon-button"
              type="button"
              popoverTarget={PANELS.search}
              aria-label={messages.search.label}
            >
              <SearchIcon />
            </button>
            {service.theme === 'switchable' && (
              <button
                className="icon-button needs-script"
                type="button"
                role="switch"
                aria-checked="false"
                aria-label={messages.theme.dark}
                data-theme-switch
              >
                <ThemeIcon />
              </button>
            )}
            <button className="text-button menu-toggle only-narrow" type="button" popoverTarget={PANELS.menu}>
              <span className="when-closed">{messages.menuOpen}</span>{' '}
              <span className="when-open">{messages.menuClose}</span>
            </button>
          </Spaced>
        </div>
      </div>
      <div className="search-panel" id={PANELS.search} popover="auto">
        <div className="search-panel-inner">
          <ScriptedIsland name="search-box">
            <SearchBox id="szukaj-w-naglowku" isInPanel />
          </ScriptedIsland>
          <button
            className="icon-button"
            type="button"
            popoverTarget={PANELS.search}
            popoverTargetAction="hide"
            aria-label={messages.search.close}
          >
            <CloseIcon />
          </button>
        </div>
      </div>
      {hasSisters && (
        <div className="portals-panel" id={PANELS.portals} popover="auto">
          <SisterPortals service={service} services={services} />
        </div>
      )}
      <div className="menu-panel" id={PANELS.menu} popover="auto">
        <NarrowMenu items={service.menu} place={place} />
        <SisterPortals service={service} services={services} />
      </div>
    </header>
  )
}
