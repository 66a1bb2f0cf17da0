/** Only this loads browsers' modules (docs/decisions/117). */
import type { ComponentType } from 'react'
import { startHashLinks, startRedirect } from './boot/controls.ts'
import { drawLazyBlocks, startAgo } from './boot/deferred.ts'
import { startMenuPanel, startThemeSwitch } from './boot/header.ts'
import { startOffline } from './boot/offline.ts'
import { onView, startViews } from './boot/views.ts'
import { startReading } from './features/reading-start.ts'

export type When =
  | 'view'
  | 'near'
  | 'idle'
  | 'open'
  /** The page is scrolled, or the history's page will be. */
  | 'scrolled'
  /** The first interaction; with `data-now` at once. */
  | 'interaction'
  /** Now or since an earlier visit. */
  | 'saved'
  | 'hovered'
  /** A press or the focus; a form is sent after the start. */
  | 'touched'
  | 'used'
  | 'clicked'
  /** Plain clicks on a link, which is followed if the module fails. */
  | 'followed'

export interface Module {
  /** Once; for `used`, `clicked` and `followed` at each event. */
  start(element: HTMLElement, parts: Parts, event?: Event): unknown
}

export type Load = () => Promise<Module>

/** An element's one module. `now`: in the boot script. */
type Row =
  | readonly [selector: string, when: 'now', start: (element: HTMLElement) => unknown]
  | readonly [selector: string, when: When, module: Load]

const mounting = () => import('../../views/islands/mount.tsx')

export const PARTS = {
  onView,
  ads: () => import('./integrations/ads/ads.ts'),
  dialog: () => import('./integrations/consent/dialog.ts'),
  gate: () => import('./integrations/consent/gate.ts'),
  own: () => import('./integrations/consent/own.ts'),
  /** Of the site's extension: compiled apart from the program (docs/decisions/160). */
  file: (path: string): Promise<unknown> => import(path),
  mounting,
  platform: () => import('./integrations/consent/platform.ts'),
  withdrawal: () => import('./integrations/consent/withdrawal.ts'),
}

export type Parts = typeof PARTS

const share: Load = () => import('./features/share.ts')
const submenus: Load = () => import('./features/submenus.ts')
const searchResults = island(async () => (await import('../../views/islands/search-results.island.tsx')).SearchResults)

export const MODULES: readonly Row[] = [
  ['[data-island=search-box]', 'touched', () => import('./islands/search-box.ts')],
  ['[data-island=newsletter-form]', 'touched', () => import('./islands/newsletter-form.ts')],
  ['[data-island=search-results]', 'touched', searchResults],
  ['[data-island=search-results]', 'scrolled', searchResults],
  ['[data-module]', 'touched', () => import('./islands/own-island.ts')],
  ['[data-article] [data-feature=reading]', 'now', startReading],
  ['[data-feature=reading]', 'interaction', () => import('./features/reading-aids.ts')],
  ['.push', 'near', () => import('./features/push.ts')],
  ['[data-feature=animation]', 'near', () => import('./player/player.ts')],
  ['[data-feature=breaking]', 'view', () => import('./features/breaking.ts')],
  ['[data-feature=live]', 'view', () => import('./features/live.ts')],
  ['[data-feature=recording]', 'view', () => import('./features/recording.ts')],
  ['.chart', 'near', () => import('./features/chart.ts')],
  ['[data-market-banner]', 'near', () => import('./features/market-banner.ts')],
  ['[data-articles]', 'scrolled', () => import('./features/further-articles.ts')],
  ['.reading-progress', 'scrolled', () => import('./features/followed-article.ts')],
  ['[data-share]', 'interaction', share],
  ['[data-share]', 'clicked', share],
  ['.tooltip', 'hovered', () => import('./features/tooltips.ts')],
  ['[data-carousel]', 'used', () => import('./features/carousel.ts')],
  ['[data-gallery] a[aria-label]', 'followed', () => import('./features/lightbox.ts')],
  ['[data-embed] button', 'clicked', () => import('./features/embed.ts')],
  ['.published', 'open', () => import('./features/published.ts')],
  ['.pagination a', 'clicked', () => import('./features/awaited-list.ts')],
  ['.submenu-toggle', 'clicked', submenus],
  ['.menu-wide', 'hovered', submenus],
  ['head > #integrations', 'idle', () => import('./integrations/start.ts')],
  ['[data-theme-switch]', 'now', startThemeSwitch],
  ['.saved', 'saved', () => import('./features/saved.ts')],
  ['.menu-panel', 'now', startMenuPanel],
  ['[data-redirect-to]', 'now', startRedirect],
  ['[data-redirect-stay]', 'clicked', () => import('./features/redirect.ts')],
  ['body', 'now', startAgo],
  ['body', 'now', startHashLinks],
  ['body', 'now', drawLazyBlocks],
  ['body', 'now', startOffline],
  // The rest listens.
  ['body', 'now', startViews],
]

function island(component: () => Promise<ComponentType<never>>): Load {
  return async () => {
    const [{ mount }, Component] = await Promise.all([mounting(), component()])
    // Lets input since the evaluation through.
    await new Promise((resolve) => setTimeout(resolve))
    return { start: (root) => mount(root, Component) }
  }
}
