/** The seven sub-sites of the publishing group (spec 1; decision 1). */
export const SERVICE_NAMES = ['post', 'plus', 'rozrywka', 'bizblog', 'akademia', 'autoblog', 'bezprawnik'] as const
export type ServiceName = (typeof SERVICE_NAMES)[number]

/** One entry of a menu (spec 2, "Academy header menu"). `link` is a path of the same service or an absolute URL. */
export interface MenuItem {
  title: string
  link: string
  items?: MenuItem[]
}

/** Advertising slots by key (`0` to `10`, `screaning`, `welcome`, `adex`), in the shape in which a CMS sends them. */
export type AdSlotTable = Record<string, AdSlotSetting>

export interface AdSlotSetting {
  adUnit: string
  active: true
  addStick?: boolean
  /** Width and height in CSS pixels, by device; a slot out of page has none. */
  adSizes?: Partial<Record<'desktop' | 'tablet' | 'mobile', Array<[number, number]>>>
  adHigh?: Partial<Record<'desktop' | 'tablet' | 'mobile', number>>
}

/**
 * Everything that makes one sub-site differ from another (spec 3, "Service config"). No code asks for a service by
 * name to decide how to behave: it reads a property of this object.
 */
export interface Service {
  name: ServiceName
  /** Shown in the header, in titles and as the source label of its posts. */
  title: string
  /** Public origin without a trailing slash; absent: a sister known by name and colour only (bezprawnik). */
  serviceUrl?: string
  /** Accent colour, hex; passes 4.5:1 on the light surfaces. */
  color: string
  /** Accent colour of the dark theme, hex; passes 4.5:1 on the dark surfaces. */
  colorOnDark: string
  /** Numeric id of the home page in the CMS; absent: the service has no home. */
  homePageId?: string
  /** The service whose CMS settings this one uses: home id and CMS address (decision 1). */
  settingsOf: ServiceName
  /** How the public address of an article differs from the CMS' `relative_link` (decision 4). */
  articleAddress: 'html-suffix' | 'no-trailing-slash' | 'as-in-cms'
  /** `plus` shows one article, without ads and without further articles (spec 2, "Article page"). */
  articleLayout: 'scroll' | 'single'
  /** Who provides its articles to sites that embed them (spec 3, "Service config"; oEmbed 1.0). */
  oembedProvider: string
  /** Slots of its home and lists, and of its articles, under what the CMS says of them (ADS-2). */
  adSlots?: { home?: AdSlotTable; single?: AdSlotTable }
  /** Its channel at YouTube, to which the channel box leads when the CMS names only a video (CARD-32). */
  youtubeChannel?: string
  /** Whether its articles have AMP documents (decision 7). */
  hasAmp: boolean
  /** The academy is always light (spec 1; decision 28). */
  theme: 'switchable' | 'light'
  /** Its home has a place for the market banner (spec 2). */
  hasMarketBanner?: boolean
  menu: MenuItem[]
  seo: { title: string; description: string }
  /** Directives for search engines on every page of it, as in a robots meta tag. */
  robots?: string
}

export type Services = Record<ServiceName, Service>
