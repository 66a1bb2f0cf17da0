import { stringify } from 'yaml'
import { type BundledLanguage, LANGUAGES } from '../../languages/language.ts'
import type { MenuItem, ServiceName } from '../../services/service.ts'
import { commandLine } from '../../system/command-line.ts'
import { variableSuffix } from '../../system/settings/variable-suffix.ts'
import type { TimeZone } from '../../system/time-zone.ts'

export interface NewSite {
  name: ServiceName
  title: string
  language: BundledLanguage
  timeZone: TimeZone
  /** Absent: the operator adds it. */
  url?: string
  accents: { light: string; dark: string }
  menu: readonly MenuItem[]
  seo: { title: string; description: string }
  homeId: string
  content: 'embedded' | 'wordpress'
}

/**
 * "# " begins an explanation, "#" an optional field.
 * @param schema path to the JSON Schema
 */
export function groupText({ name, title, language, timeZone, content }: NewSite, schema: string): string {
  return `# yaml-language-server: $schema=${schema}
#
# The publisher. Fields with a "#" before them are optional: remove it to use one. Editors that know the schema above
# complete and check them, and "${commandLine('doctor')}" says what is left to do.

# Version of this folder's form.
version: 1

# The publisher's name. It comes before the title of each service, unless the title has it in it.
name: ${inline(title)}

# Language of the interface: ${LANGUAGES.join(', ')}. Its texts can be replaced in messages/${language}.yaml; another language
# has its own there (${commandLine('messages', { args: 'fr' })}).
language: ${language}

# Dates are shown in this zone, and read in it where they have no offset.
timeZone: ${inline(timeZone)}

# Names of all files in services/, in the order of links between them.
services:
  - ${name}

# The service that unknown hosts get.
defaultService: ${name}

# Links of the footer: about, contact, rules. ${WHERE_PAGES_ARE[content]}
#pages:
#  - title: About us
#    link: /about

# The privacy policy: the footer leads here where it speaks of stored data.
#privacyPolicy: /privacy

# Where readers write to the publisher: closed comments lead here.
#contact: /contact

# The page about the publisher, which search engines know as such, like that of its contact.
#aboutPage: /about

# A page that shows strangers around: "npm start" names it in the terminal.
#tour: /tour

# What search engines may know of the publisher.
#organisation:
#  legalName: Own Press Ltd
#  description: Publisher of a local newspaper.
#  email: editors@own-press.example
#  telephone: "+48 22 000 00 00"
#  address:
#    street: Main Street 1
#    postalCode: 00-001
#    city: Warsaw
#    region: Mazovia
#    country: PL

${optionalGroupFields(name)}`
}

function optionalGroupFields(name: ServiceName): string {
  return `# Fonts of the site's own, as WOFF2 files in fonts/; services name them.
#fonts:
#  - family: Own Face
#    file: fonts/own-face.woff2
#    weight: "400 700"

# Profiles elsewhere, for the footer and for search engines.
#profiles:
#  - title: Mastodon
#    link: https://mastodon.social/@name

# Partners, for the footer.
#partners:
#  - title: A partner
#    link: https://partner.example/

# The licence of texts and images, which the footer names instead of reserving all rights.
#licence:
#  title: CC BY 4.0
#  link: https://creativecommons.org/licenses/by/4.0/

# Articles have links that earn a commission; the footer says so.
#affiliateLinks: true

# Categories whose long articles begin with a table of contents; by default all.
#tableOfContents: [guides]

# A line above the header of every page of all services: the newest article of a service with this tag, for so many hours
# from its publication. breaking.yaml has lines of your own.
#breaking:
#  service: ${name}
#  tag: breaking
#  hours: 6

# The statement on accessibility, which the European Accessibility Act demands of many: a page with what is met, and how
# readers reach you.
#accessibility:
#  conformance: partial
#  prepared: 2026-01-31
#  contact:
#    email: editors@example.org

# Hosts, with their subdomains, whose images keep their URLs: a CDN (CDN_URL) does not have them.
#images:
#  unchanged: [archive.example]

# Providers of embedded content, in addition to the program's: their frames load on a click. "{id}" is letters, digits,
# "-" and "_". ratio: 16:9, 9:16, 4:3 or 1:1, or a height in pixels. consent: none for content of the publisher's own.
#embeds:
#  - name: Our videos
#    hosts: [video.example]
#    paths: ["/watch/{id}", "/player?v={id}"]
#    frame: https://video.example/embed/{id}
#    ratio: "16:9"
#    consent: none

# What readers should know of third parties that load by a script of your own choice. Without months or days an item
# stays until the browser is closed.
#thirdParties:
#  - host: push.example
#    name: Push Example
#    company: Push Example GmbH
#    country: DE
#    policy: https://push.example/privacy
#    stores:
#      - name: push_*
#        months: 12
`
}

const WHERE_PAGES_ARE: Record<NewSite['content'], string> = {
  embedded: 'The page /about is newsroom/pages/about.html.',
  wordpress: 'The page /about is the one that WordPress has there.',
}

export function serviceText(site: NewSite, schema: string): string {
  const { name, title, url, accents, menu, seo, homeId, language, content } = site
  return `# yaml-language-server: $schema=${schema}
#
# One portal of the publisher. Fields with a "#" before them are optional: remove it to use one.

# Shown in the header, in titles and as the source label of its posts.
title: ${inline(title)}

# Where readers find the portal, as https://host. Canonical URLs, feeds and sitemaps begin with it; the variable
# SERVICE_URL${variableSuffix(name)} goes over it.
${url === undefined ? `#url: https://${name}.example` : `url: ${inline(url)}`}

# Accent colours of the light and the dark theme, with a contrast of at least 4.5:1 to the background.
colours:
  accent: "${accents.light}"
  accentOnDark: "${accents.dark}"
#  paper: "#fffdf9"
#  paperOnDark: "#15141a"

# For search engines: title and description of the home page. "robots" applies to every page.
seo:
  title: ${inline(seo.title)}
  description: ${inline(seo.description)}
#  robots: noindex, nofollow

# The menu, of one or two levels (items). A link is a path of this portal or a whole URL.${MENU_NOTES[content]}
${fields({ menu })}

# ${content === 'embedded' ? `The home page: the "id" of newsroom/${name}/home.html.` : 'The home page. WordPress has one, so any number will do.'}
cms:
  homeId: "${homeId}"

# Language of this service alone; otherwise the publisher's.
#language: ${language}

${OPTIONAL_SERVICE_FIELDS}`
}

const OPTIONAL_SERVICE_FIELDS = `# Fonts of headings and of text: Bricolage Grotesque, Source Serif 4, Onest, or one of the group's. The look of all else is
# in theme.css, which you may write: custom properties and rules over those of views/styles.
#fonts:
#  headings: Onest
#  text: Source Serif 4

# An SVG drawing in this folder, about as high as wide: in the header and on all icons.
#logo: logo.svg

# Images for links on other sites, in this folder, at least 1200 pixels wide: for pages without an image of their own,
# and for categories, by their slugs. Otherwise one with the title is drawn.
#share:
#  image: share.png
#  categories:
#    town: town.png

# "light" has no dark theme.
#theme: light

# First parts of the paths of lists; by default those of the language.
#paths:
#  category: topic
#  tag: label
#  author: writer
#  series: parts
#  newest: all

# How articles appear. address: as-in-cms, html-suffix or no-trailing-slash. layout: "scroll" shows further articles
# below, "single" neither these nor ads. amp: whether articles have an AMP document.
#articles:
#  address: as-in-cms
#  layout: scroll
#  amp: true

# alias: a path that leads to this home from every service. marketBanner: a bar with prices of cryptocurrencies.
#home:
#  alias: /start
#  marketBanner: false

# Who asks readers for the consent that third parties need: own (the portal), cmp (a consent platform), none (nothing that
# needs it loads) or preset (nobody asks). The variable CONSENT_MODE goes over it.
#consent: own

# Advertising slots: "standard", or a table of your own. The variable GAM_NETWORK_CODE switches advertising on.
#ads:
#  slots: standard

# For the channel box: where it leads, and the number of subscribers as it is shown.
#youtube:
#  channel: https://www.youtube.com/@name
#  subscribers: "1000"

# What robots.txt says to machines that search, answer questions or train: allow, deny, or the URL of a licence.
#crawlers:
#  search: allow
#  answers: allow
#  training: deny

# Series of articles, for a WordPress or a hub: tags whose articles are numbered parts, oldest first, and a taxonomy each term
# of which is a series. A newsroom has series.yaml.
#series:
#  tags:
#    - tag: harbour-inquiry
#      title: The harbour inquiry
#      lead: Who pays for the new quay, part by part.
#  taxonomy: series

# The same as breaking in group.yaml, for the pages of this service alone.
#breaking:
#  tag: breaking
#  hours: 6

# Introductions of the pages of categories and tags, by slug, where the CMS has none.
#topics:
#  categories:
#    town: What happens between the station and the river.

# Podcasts: lists whose articles with a recording are episodes. cover: a square JPEG or PNG of 1400 to 3000 pixels. The handbook
# ("Sounds, videos and podcasts") has every field.
#podcasts:
#  - list: tag/talks
#    cover: https://images.own-press.example/talks.jpg
#    category: News
#    explicit: false
#    author: Own Press

# The newsletter of readers who subscribe here (SMTP_URL, MAIL_FROM). schedule: a cron line in the site's time zone, after
# which the articles of "since" go out; without it only "${commandLine('newsletter:send')}" sends. rate: mails a second.
#newsletter:
#  from: Newsletter <newsletter@own-press.example>
#  replyTo: editors@own-press.example
#  postalAddress: Main Street 1, 00-001 Warsaw
#  schedule: "0 7 * * 1"
#  since: 7d
#  rate: 10

# With several services: those with the same content in another language (translations, each names the others), and the
# one whose CMS, home page and advertising slots this one uses (settingsOf, below cms).
`

const MENU_NOTES: Record<NewSite['content'], string> = {
  embedded: '',
  wordpress: ' The menu of\n# WordPress, where the portal may read it, replaces this one.',
}

export function inline(value: string): string {
  return stringify(value, OPTIONS).trimEnd()
}

export function fields(value: object): string {
  return stringify(value, OPTIONS).trimEnd()
}

const OPTIONS = {
  version: '1.2',
  schema: 'core',
  defaultStringType: 'QUOTE_DOUBLE',
  defaultKeyType: 'PLAIN',
  lineWidth: 0,
  // Reading the folder refuses references.
  aliasDuplicateObjects: false,
} as const
