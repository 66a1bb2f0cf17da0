import type { Language, ListPaths } from '../languages/language.ts'
import type { Messages } from '../languages/messages.ts'
import type { TimeZone } from '../system/time-zone.ts'
import type { CrawlerPolicy } from './crawlers.ts'
import type { PodcastSettings } from './podcast.ts'

/** In lower case; names files, variables and content. */
export type ServiceName = string

/** `link`: path of the service or absolute URL (SVC-14). */
export interface MenuItem {
  title: string
  link: string
  items?: MenuItem[]
}

/** By key (`0` to `10`, `screaning`, `welcome`, `adex`), in the CMS' format. */
export type AdSlotTable = Record<string, AdSlotSetting>

export interface AdSlotSetting {
  adUnit: string
  active: true
  addStick?: boolean
  /** Width and height in CSS pixels; out-of-page slots have none. */
  adSizes?: Partial<Record<'desktop' | 'tablet' | 'mobile', Array<[number, number]>>>
  adHigh?: Partial<Record<'desktop' | 'tablet' | 'mobile', number>>
}

export interface Group {
  name: string
  /** Links of the footer (SHELL-6). */
  profiles: ReadonlyArray<{ title: string; link: string }>
  partners: ReadonlyArray<{ title: string; link: string }>
  pages: ReadonlyArray<{ title: string; link: string }>
  privacyPolicy?: string
  contact?: string
  aboutPage?: string
  organisation?: Organisation
  /** Of texts and images; absent: all rights are reserved. */
  licence?: { title: string; link: string }
  /** Whether articles have links that earn a commission, which the footer says (SHELL-6). */
  hasAffiliateLinks: boolean
  /** Slugs of categories with tables of contents (ART-9). */
  tableOfContents: 'all' | readonly string[]
  /** Images of these hosts and their subdomains keep their URLs (IMG-3). */
  unchangedImageHosts: readonly string[]
  serviceTitles: readonly string[]
  /** Providers in addition to the program's (EMB-8). */
  embeds: readonly OwnEmbed[]
  /** Shown above the header of all services (BREAK-3). */
  breaking?: BreakingTag & { service: ServiceName }
  /** What the publisher declares; absent: there is no statement (A11Y-14). */
  accessibility?: AccessibilityStatement
  /** Parties known only by a script (CONS-16). */
  thirdParties?: readonly DescribedParty[]
}

export interface AccessibilityStatement {
  conformance: 'full' | 'partial' | 'none'
  /** `2026-11-29` */
  prepared: string
  reviewed?: string
  assessment: 'self' | 'external'
  /** What is not accessible, and why, in the publisher's own words. */
  exceptions: readonly string[]
  contact: { name?: string; email?: string; telephone?: string }
  /** Within which the publisher replies. */
  replyDays: number
  /** Where a reader complains. */
  authority?: { title: string; link: string }
}

export interface BreakingTag {
  tag: string
  /** From publication on. */
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
  /** `keeps` absent: until the browser is closed. A name may end with an asterisk. */
  stores: ReadonlyArray<{ name: string; keeps?: { months: number } | { days: number } }>
}

export interface OwnEmbed {
  name: string
  hosts: readonly string[]
  /** With queries: `/watch/{id}`, `/player?v={id}`. */
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
  /** Hash of the content; names its URL. */
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
  /** Hash of the content; names its URL. */
  id: string
}

export interface NewsletterSettings {
  /** Of the service's own newsletter, where readers choose among several. */
  title?: string
  text?: string
  /** Replaces `MAIL_FROM`: an e-mail address, or a name and one in `<…>`. */
  from?: string
  /** Receives replies, and mails that unsubscribe. */
  replyTo?: string
  /** One line, where the group has no postal address. */
  postalAddress?: string
  /** Cron line in the site's time zone; absent: issues are sent by hand. */
  schedule?: string
  /** How far an issue looks back: `7d`. */
  since: string
  /** Mails a second; absent: unlimited. */
  rate?: number
  /** False: links of its mails lead to the articles at once, and nothing is counted. */
  clicks?: boolean
  /** Openings are counted by an image. */
  opens?: boolean
  welcome?: readonly WelcomeLetter[]
  /** Which readers choose in addition (NEWS-30). */
  further?: readonly FurtherNewsletter[]
}

/** A letter to a reader who has confirmed, some time later (NEWS-31). */
export interface WelcomeLetter {
  /** `2d` */
  after: string
  subject: string
  /** Plain; an empty line ends a paragraph. */
  text: string
  /** Of a button. */
  action?: string
  link?: string
}

/** What a further newsletter has articles of; absent: the newest of the service. */
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
  /** `title` and `lead` override the tag's own. */
  tags: ReadonlyArray<{ tag: string; title?: string; lead?: string }>
  /** A taxonomy whose terms are series. */
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
  /** Also of dates without an offset. */
  timeZone: TimeZone
  paths: ListPaths
  /** The same content in other languages. */
  translations: readonly Translation[]
  title: string
  /** Public origin without a trailing slash; absent: a sister known by name and colour. */
  serviceUrl?: string
  /** Absent: the program's. */
  fonts: { headings?: string; text?: string }
  fontFaces: readonly FontFace[]
  /** The site's rules over the program's style sheets, for pages and for AMP. */
  ownRules?: { page: string; amp: string }
  /** Data URL of the logo; absent: the program's drawing. */
  mark?: string
  /** Categories by slug; absent: one with the name is drawn (HEAD-29). */
  share?: { image?: ShareFile; categories: Readonly<Record<string, ShareFile>> }
  /** Hex; absent: the program's. */
  paper?: { light: string; dark: string }
  /** Hex; 4.5:1 on light surfaces. */
  color: string
  /** Hex; 4.5:1 on dark surfaces. */
  colorOnDark: string
  /** Numeric; absent: the service has no home. */
  homePageId?: string
  /** URL of the editors' interface (PREVIEW-6). */
  adminUrl?: string
  /** Redirects to the home on every host (PAGE-2). */
  homeAlias?: string
  /** The service whose home id and CMS URL this one uses (SVC-2). */
  settingsOf: ServiceName
  /** How an article's public path differs from the CMS' `relative_link` (PAGE-4). */
  articlePathForm: 'html-suffix' | 'no-trailing-slash' | 'as-in-cms'
  /** `single` shows one article, without ads and without further articles (ART-6). */
  articleLayout: 'scroll' | 'single'
  /** Default slots of its home and lists, and of its articles; the CMS overrides them (ADS-2). */
  adSlots?: { home?: AdSlotTable; single?: AdSlotTable }
  /** For the channel box when the CMS names only a video (CARD-32). */
  youtubeChannel?: string
  /** As the box shows the number. */
  youtubeSubscribers?: string
  /** Whether its articles have AMP documents (AMP-3). */
  hasAmp: boolean
  /** A light service has no switch (THEME-4). */
  theme: 'switchable' | 'light'
  /** Whether its home has room for the market banner (SVC-13). */
  hasMarketBanner?: boolean
  menu: MenuItem[]
  /** Plain introductions of topics by slug, where the CMS has none (TOPIC-1). */
  topics?: { categories: Readonly<Record<string, string>>; tags: Readonly<Record<string, string>> }
  /** Absent: series come from the newsroom alone. */
  series?: SeriesSettings
  podcasts?: readonly PodcastSettings[]
  newsletter?: NewsletterSettings
  /** Absent: the site says nothing of machines. */
  crawlers?: CrawlerPolicy
  /** Its articles that stand above the header of its pages (BREAK-3). */
  breaking?: BreakingTag
  seo: { title: string; description: string }
  /** Who asks its readers for consent; absent: as on the site (CONS-14). */
  consent?: 'preset' | 'none' | 'own' | 'cmp'
  /** Directives for search engines on all its pages, in the form of a robots meta tag. */
  robots?: string
}

/** By name, in the order of the group. */
export type Services = Readonly<Record<ServiceName, Service>>
