import type { Language, ListPaths } from '../languages/language.ts'
import type { Messages } from '../languages/messages.ts'
import type { TimeZone } from '../system/time-zone.ts'
import type { CrawlerPolicy } from './crawlers.ts'
import type { PodcastSettings } from './podcast.ts'

/** Lower case; in names of files, variables and content. */
export type ServiceName = string

/** `link`: path or absolute URL (SVC-14). */
export interface MenuItem {
  title: string
  link: string
  items?: MenuItem[]
}

/** Keys are `0` to `10`, `screaning`, `welcome` and `adex`. */
export type AdSlotTable = Record<string, AdSlotSetting>

export interface AdSlotSetting {
  adUnit: string
  active: true
  addStick?: boolean
  /** CSS pixels; out-of-page slots have none. */
  adSizes?: Partial<Record<'desktop' | 'tablet' | 'mobile', Array<[number, number]>>>
  adHigh?: Partial<Record<'desktop' | 'tablet' | 'mobile', number>>
}

export interface Group {
  name: string
  /** In the footer (SHELL-6). */
  profiles: ReadonlyArray<{ title: string; link: string }>
  partners: ReadonlyArray<{ title: string; link: string }>
  pages: ReadonlyArray<{ title: string; link: string }>
  privacyPolicy?: string
  contact?: string
  aboutPage?: string
  /** Named in the terminal at a start (RUN-11). */
  tour?: string
  organisation?: Organisation
  /** Absent: all rights are reserved. */
  licence?: { title: string; link: string }
  /** The footer says so (SHELL-6). */
  hasAffiliateLinks: boolean
  /** Slugs of categories (ART-9). */
  tableOfContents: 'all' | readonly string[]
  /** Images of these hosts and their subdomains keep their URLs (IMG-3). */
  unchangedImageHosts: readonly string[]
  serviceTitles: readonly string[]
  /** The site's own (EMB-8). */
  embeds: readonly OwnEmbed[]
  /** Shown above the header of all services (BREAK-3). */
  breaking?: BreakingTag & { service: ServiceName }
  /** Absent: no statement (A11Y-14). */
  accessibility?: AccessibilityStatement
  /** Known by a script (CONS-16). */
  thirdParties?: readonly DescribedParty[]
}

export interface AccessibilityStatement {
  conformance: 'full' | 'partial' | 'none'
  /** `2026-11-29` */
  prepared: string
  reviewed?: string
  assessment: 'self' | 'external'
  /** With reasons, in the publisher's words. */
  exceptions: readonly string[]
  contact: { name?: string; email?: string; telephone?: string }
  /** For a reply. */
  replyDays: number
  /** For complaints. */
  authority?: { title: string; link: string }
}

export interface BreakingTag {
  tag: string
  hours: number
}

export interface DescribedParty {
  host: string
  name?: string
  company?: string
  /** ISO 3166. */
  country?: string
  /** URL. */
  policy?: string
  /** Absent `keeps`: until the browser is closed. An asterisk may end a name. */
  stores: ReadonlyArray<{ name: string; keeps?: { months: number } | { days: number } }>
}

export interface OwnEmbed {
  name: string
  hosts: readonly string[]
  /** `/watch/{id}`, `/player?v={id}` */
  paths: readonly string[]
  /** https: `https://player.gazeta.example/embed/{id}`. */
  frame: string
  shape: { ratio: '16 / 9' | '9 / 16' | '4 / 3' | '1 / 1' } | { height: number }
  /** `none`: the publisher's own content. */
  consent: 'embeds' | 'none'
}

export interface Organisation {
  legalName?: string
  description?: string
  email?: string
  telephone?: string
  /** `country`: ISO 3166. */
  address?: { street?: string; postalCode?: string; city?: string; region?: string; country?: string }
}

export interface FontFace {
  family: string
  /** Names its URL, by content. */
  id: string
  /** In the site folder. */
  file: string
  /** `400` or `200 900` */
  weight: string
  style: 'normal' | 'italic'
}

export interface ShareFile {
  /** In the site folder. */
  file: string
  /** Names its URL, by content. */
  id: string
}

export interface NewsletterSettings {
  title?: string
  text?: string
  /** Replaces `MAIL_FROM`: an e-mail address, or a name and one in `<…>`. */
  from?: string
  /** Also for mails that unsubscribe. */
  replyTo?: string
  /** One line, where the group has none. */
  postalAddress?: string
  /** Cron line in the site's time zone; absent: sent by hand. */
  schedule?: string
  /** How far an issue looks back: `7d`. */
  since: string
  /** Absent: unlimited. */
  rate?: number
  /** False: links are direct, and nothing is counted. */
  clicks?: boolean
  /** An image counts openings. */
  opens?: boolean
  welcome?: readonly WelcomeLetter[]
  /** Which readers choose in addition (NEWS-30). */
  further?: readonly FurtherNewsletter[]
}

/** The letter follows a confirmation some time later (NEWS-31). */
export interface WelcomeLetter {
  /** `2d` */
  after: string
  subject: string
  /** An empty line ends a paragraph. */
  text: string
  action?: string
  link?: string
}

/** Absent: the service's newest. */
export type NewsletterSubject = { kind: 'category' | 'series'; slug: string } | { kind: 'breaking' }

export interface FurtherNewsletter {
  name: string
  title: string
  text?: string
  schedule?: string
  since: string
  subject?: NewsletterSubject
  welcome?: readonly WelcomeLetter[]
}

/** Lists of a CMS that are series (SERIES-5). */
export interface SeriesSettings {
  /** Override the tag's own. */
  tags: ReadonlyArray<{ tag: string; title?: string; lead?: string }>
  /** Its terms are series. */
  taxonomy?: string
}

export interface Translation {
  name: ServiceName
  language: Language
  serviceUrl?: string
}

/** All that makes services differ (SVC-1). No code knows a service by its name. */
export interface Service {
  name: ServiceName
  group: Group
  language: Language
  /** Absent: from left to right. */
  direction?: 'rtl'
  messages: Messages
  /** Also for dates without an offset. */
  timeZone: TimeZone
  paths: ListPaths
  translations: readonly Translation[]
  title: string
  /** Without a trailing slash; absent: a sister known by name and colour. */
  serviceUrl?: string
  /** Absent: the program's. */
  fonts: { headings?: string; text?: string }
  fontFaces: readonly FontFace[]
  /** Over the program's style sheets. */
  ownRules?: { page: string; amp: string }
  /** Data URL; absent: the program's drawing. */
  mark?: string
  /** By slug; absent: one with the name is drawn (HEAD-29). */
  share?: { image?: ShareFile; categories: Readonly<Record<string, ShareFile>> }
  /** Hex; absent: the program's. */
  paper?: { light: string; dark: string }
  /** Hex; 4.5:1 on light surfaces. */
  color: string
  /** Hex; 4.5:1 on dark surfaces. */
  colorOnDark: string
  /** Absent: no home. */
  homePageId?: string
  /** URL of the editors' interface (PREVIEW-6). */
  adminUrl?: string
  /** Redirects to the home on every host (PAGE-2). */
  homeAlias?: string
  /** It shares home id and CMS URL (SVC-2). */
  settingsOf: ServiceName
  /** How public paths differ from `relative_link` (PAGE-4). */
  articlePathForm: 'html-suffix' | 'no-trailing-slash' | 'as-in-cms'
  /** `single`: no ads and no further articles (ART-6). */
  articleLayout: 'scroll' | 'single'
  /** The CMS overrides these (ADS-2). */
  adSlots?: { home?: AdSlotTable; single?: AdSlotTable }
  /** For a box with a video alone (CARD-32). */
  youtubeChannel?: string
  youtubeSubscribers?: string
  /** Whether its articles have AMP documents (AMP-3). */
  hasAmp: boolean
  /** `light`: without a switch (THEME-4). */
  theme: 'switchable' | 'light'
  /** Whether its home has room for the market banner (SVC-13). */
  hasMarketBanner?: boolean
  menu: MenuItem[]
  /** Plain, by slug, where the CMS has none (TOPIC-1). */
  topics?: { categories: Readonly<Record<string, string>>; tags: Readonly<Record<string, string>> }
  /** Absent: the newsroom's alone. */
  series?: SeriesSettings
  podcasts?: readonly PodcastSettings[]
  newsletter?: NewsletterSettings
  /** Absent: no rules. */
  crawlers?: CrawlerPolicy
  /** Its articles that stand above the header of its pages (BREAK-3). */
  breaking?: BreakingTag
  seo: { title: string; description: string }
  /** Absent: the site's (CONS-14). */
  consent?: 'preset' | 'none' | 'own' | 'cmp'
  /** In the form of a robots meta tag. */
  robots?: string
}

/** Services by name, in the order of the group. */
export type Services = Readonly<Record<ServiceName, Service>>
