import type { Language, ListPaths } from '../languages/language.ts'
import type { Messages } from '../languages/messages.ts'
import type { TimeZone } from '../system/time-zone.ts'
import type { PodcastSettings } from './podcast.ts'

/** In lower case: names its file in the site folder, its environment variables and its content. */
export type ServiceName = string

/** `link` is a path of the same service or an absolute URL (SVC-14). */
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
  /** Width and height in CSS pixels, by device; an out-of-page slot has none. */
  adSizes?: Partial<Record<'desktop' | 'tablet' | 'mobile', Array<[number, number]>>>
  adHigh?: Partial<Record<'desktop' | 'tablet' | 'mobile', number>>
}

/** The publisher behind all services of a site. */
export interface Group {
  /** Stands before each service's title. */
  name: string
  /** Profiles elsewhere, and partners: links of the footer (SHELL-6). */
  profiles: ReadonlyArray<{ title: string; link: string }>
  partners: ReadonlyArray<{ title: string; link: string }>
  /** Links of the footer to what every service has: about, contact, rules. */
  pages: ReadonlyArray<{ title: string; link: string }>
  /** A link, where the footer speaks of stored data. */
  privacyPolicy?: string
  contact?: string
  aboutPage?: string
  /** For search engines (HEAD-32). */
  organisation?: Organisation
  /** Whether articles have links that earn a commission, which the footer says (SHELL-6). */
  hasAffiliateLinks: boolean
  /** Slugs of the categories whose long articles begin with a table of contents (ART-9). */
  tableOfContents: 'all' | readonly string[]
  /** Hosts, with their subdomains, whose images keep their URLs (IMG-3). */
  unchangedImageHosts: readonly string[]
  serviceTitles: readonly string[]
  /** Providers of embedded content, in addition to the program's (EMB-8). */
  embeds: readonly OwnEmbed[]
  /** Articles that stand above the header of all services (BREAK-3). */
  breaking?: BreakingTag & { service: ServiceName }
  /** Third parties that the program knows only by a script (CONS-16). */
  thirdParties?: readonly DescribedParty[]
}

export interface BreakingTag {
  tag: string
  /** From an article's publication to the end of its line. */
  hours: number
}

export interface DescribedParty {
  /** Host of its script. */
  host: string
  name?: string
  company?: string
  /** ISO 3166: where the company is. */
  country?: string
  /** URL of its privacy policy. */
  policy?: string
  /** `keeps` absent: until the browser is closed. An asterisk at the end of a name makes it a beginning. */
  stores: ReadonlyArray<{ name: string; keeps?: { months: number } | { days: number } }>
}

export interface OwnEmbed {
  name: string
  /** Where its pages are. */
  hosts: readonly string[]
  /** With queries: `/watch/{id}`, `/player?v={id}`. */
  paths: readonly string[]
  /** The frame of an item, https: `https://player.gazeta.example/embed/{id}`. */
  frame: string
  shape: { ratio: '16 / 9' | '9 / 16' | '4 / 3' | '1 / 1' } | { height: number }
  /** `none`: the publisher's own content, which waits for no consent. */
  consent: 'embeds' | 'none'
}

export interface Organisation {
  legalName?: string
  description?: string
  email?: string
  /** In international form. */
  telephone?: string
  /** `country`: two capital letters (ISO 3166). */
  address?: { street?: string; postalCode?: string; city?: string; region?: string; country?: string }
}

export interface FontFace {
  family: string
  /** Hexadecimal digits of its content; names its URL. */
  id: string
  /** Path in the site folder. */
  file: string
  /** `400` or `200 900` */
  weight: string
  style: 'normal' | 'italic'
}

/** Stands for a service, or for one of its categories, on other sites. */
export interface ShareFile {
  /** Path in the site folder. */
  file: string
  /** Hexadecimal digits of its content; names its URL. */
  id: string
}

export interface NewsletterSettings {
  /** Sender in place of `MAIL_FROM`: an e-mail address, or a name and one in `<…>`. */
  from?: string
  /** An e-mail address for replies, and for mails that unsubscribe. */
  replyTo?: string
  /** One line, where the group has none, as mails must name one. */
  postalAddress?: string
  /** When an issue is made and sent: a cron line in the site's time zone. */
  schedule?: string
  /** How far back an issue looks: `7d`. */
  since: string
  /** Mails a second, all connections together; absent: as many as the server takes. */
  rate?: number
}

/** Which lists of a CMS are series (SERIES-5). */
export interface SeriesSettings {
  /** `title` and `lead`, plain text, override the tag's own. */
  tags: ReadonlyArray<{ tag: string; title?: string; lead?: string }>
  /** A taxonomy of the CMS, each term of which is a series. */
  taxonomy?: string
}

export interface Translation {
  name: ServiceName
  language: Language
  /** Public origin. */
  serviceUrl?: string
}

/**
 * Everything that makes one service differ from another (SVC-1). Code reads a property of this object and knows no
 * service by its name.
 */
export interface Service {
  name: ServiceName
  group: Group
  language: Language
  /** The language's texts, with the site's own. */
  messages: Messages
  /** Dates are shown in it, and read in it where they have no offset. */
  timeZone: TimeZone
  paths: ListPaths
  /** Services with the same content in another language, for search engines. */
  translations: readonly Translation[]
  /** Shown in the header, in titles and as the source label of its posts. */
  title: string
  /** Public origin without a trailing slash; absent: a sister with only a name and a colour. */
  serviceUrl?: string
  /** Families of the service; absent: the program's. */
  fonts: { headings?: string; text?: string }
  /** Fonts of the site folder that these name. */
  fontFaces: readonly FontFace[]
  /** The site's rules over the program's style sheets, for pages and for AMP. */
  ownRules?: { page: string; amp: string }
  /** The image of its icons, as a data URL; absent: the program's drawing. */
  mark?: string
  /** Images for sharing, also of categories by slug; absent: one with its name is drawn (HEAD-29). */
  share?: { image?: ShareFile; categories: Readonly<Record<string, ShareFile>> }
  /** Hex background in both themes; absent: the program's. */
  paper?: { light: string; dark: string }
  /** Hex; passes 4.5:1 on the light surfaces. */
  color: string
  /** Hex; passes 4.5:1 on the dark surfaces. */
  colorOnDark: string
  /** Numeric id in the CMS; absent: the service has no home. */
  homePageId?: string
  /** Where its editors work (PREVIEW-6). */
  adminUrl?: string
  /** A path that redirects to its home on every host (PAGE-2). */
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
