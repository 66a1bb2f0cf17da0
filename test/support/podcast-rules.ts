import { PODCAST_CATEGORIES } from '../../src/services/podcast.ts'
import { childNamed, childrenNamed, parseXml, type XmlElement } from './xml.ts'

const ITUNES = 'http://www.itunes.com/dtds/podcast-1.0.dtd'
const PODCAST = 'https://podcastindex.org/namespace/1.0'
const ATOM = 'http://www.w3.org/2005/Atom'

/** What Apple names as types of episodes, by the ending of their files. */
const APPLE_TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/x-m4a',
  mp4: 'video/mp4',
  m4v: 'video/x-m4v',
  mov: 'video/quicktime',
}
const RFC_2822 = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (?:GMT|[+-]\d{4})$/
const URL_FORM = /^https?:\/\/[!-~]+$/

/** A published rule for the feed of a podcast, and a change of a good feed that breaks it. */
interface PodcastRule {
  rule: string
  isKept(feed: { rss: XmlElement; channel: XmlElement; items: XmlElement[] }): boolean
  broken(xml: string): string
}

const without = (element: string) => (xml: string) =>
  xml.replace(new RegExp(`<${element}\\b[^>]*?(?:/>|>.*?</${element}>)`, 's'), '')
const itunes = (element: XmlElement | undefined, name: string): string | undefined =>
  childNamed(element, name, ITUNES)?.text
const attributeOf = (element: XmlElement | undefined, name: string): string => element?.attributes[name] ?? ''
const plain = (element: XmlElement | undefined, name: string): string => childNamed(element, name, '')?.text ?? ''
const enclosures = (items: readonly XmlElement[]) => items.map((item) => childNamed(item, 'enclosure', ''))
const isDistinct = (values: readonly string[]): boolean => new Set(values).size === values.length

/**
 * Apple's: https://podcasters.apple.com/support/823-podcast-requirements and the tags of
 * https://help.apple.com/itc/podcasts_connect/#/itcb54353390.
 */
const APPLE: PodcastRule[] = [
  {
    rule: 'Apple: RSS 2.0 with the iTunes namespace',
    isKept: ({ rss }) =>
      rss.name === 'rss' && rss.attributes.version === '2.0' && rss.attributes['xmlns:itunes'] === ITUNES,
    broken: (xml) => xml.replace('version="2.0"', 'version="0.91"'),
  },
  {
    rule: 'Apple: the show has a title',
    isKept: ({ channel }) => plain(channel, 'title').trim() !== '',
    broken: without('title'),
  },
  {
    rule: 'Apple: the show has a description of at most 4000 bytes',
    isKept: ({ channel }) => isDescription(plain(channel, 'description')),
    broken: (xml) => xml.replace('<description>', `<description>${'ą'.repeat(2001)}`),
  },
  {
    rule: 'Apple: the show has an image, a JPEG or PNG by its ending',
    isKept: ({ channel }) =>
      /^https?:.*\.(?:jpg|jpeg|png)$/.test(attributeOf(childNamed(channel, 'image', ITUNES), 'href')),
    broken: without('itunes:image'),
  },
  {
    rule: 'Apple: the show has a language of ISO 639',
    isKept: ({ channel }) => /^[a-z]{2}(?:-[a-z]{2})?$/i.test(plain(channel, 'language')),
    broken: (xml) => xml.replace(/<language>.*?</, '<language>Polish<'),
  },
  {
    rule: 'Apple: the show has a category of the list, and a subcategory of that category',
    isKept: ({ channel }) => isCategory(childNamed(channel, 'category', ITUNES)),
    broken: (xml) => xml.replace('text="Tech News"', 'text="Books"'),
  },
  {
    rule: 'Apple: the show is explicit or not, true or false',
    isKept: ({ channel }) => /^(?:true|false)$/.test(itunes(channel, 'explicit') ?? ''),
    broken: (xml) => xml.replace(/<itunes:explicit>.*?</, '<itunes:explicit>clean<'),
  },
  {
    rule: 'Apple: the show has an author',
    isKept: ({ channel }) => (itunes(channel, 'author') ?? '') !== '',
    broken: without('itunes:author'),
  },
  {
    rule: 'Apple: an owner has a name and an e-mail address',
    isKept: ({ channel }) => childrenNamed(channel, 'owner', ITUNES).every(isOwner),
    broken: without('itunes:email'),
  },
  {
    rule: 'Apple: the show has a link',
    isKept: ({ channel }) => URL_FORM.test(plain(channel, 'link')),
    broken: without('link'),
  },
  {
    rule: 'Apple: the type is episodic or serial',
    isKept: ({ channel }) => /^(?:episodic|serial)$/.test(itunes(channel, 'type') ?? ''),
    broken: (xml) => xml.replace(/<itunes:type>.*?</, '<itunes:type>daily<'),
  },
  {
    rule: 'Apple: each full episode of a serial show has a number',
    isKept: ({ channel, items }) =>
      itunes(channel, 'type') !== 'serial' ||
      items.every((item) => itunes(item, 'episodeType') !== 'full' || itunes(item, 'episode') !== undefined),
    broken: without('itunes:episode'),
  },
  {
    rule: 'Apple: values have 255 characters at most, where nothing else is said',
    isKept: ({ channel, items }) =>
      [channel, ...items].every((one) => [plain(one, 'title'), itunes(one, 'author') ?? ''].every(isShort)),
    broken: (xml) => xml.replace('<itunes:author>', `<itunes:author>${'a'.repeat(255)}`),
  },
  {
    rule: 'Apple: values begin and end without spaces',
    isKept: ({ channel, items }) =>
      [channel, ...items].every((one) => one.children.every(({ text }) => text === text.trim())),
    broken: (xml) => xml.replace('<itunes:type>', '<itunes:type> '),
  },
  {
    rule: 'Apple: there is at least one episode',
    isKept: ({ items }) => items.length > 0,
    broken: (xml) => xml.replace(/<item>.*<\/item>/s, ''),
  },
  {
    rule: 'Apple: an episode has a title',
    isKept: ({ items }) => items.every((item) => plain(item, 'title').trim() !== ''),
    broken: (xml) => xml.replace(/<item><title>.*?</, '<item><title><'),
  },
  {
    rule: 'Apple: an enclosure has a URL of ASCII, a length in bytes and a type that its ending has',
    isKept: ({ items }) => enclosures(items).every(isEnclosure),
    broken: (xml) => xml.replace(/length="\d+"/, 'length="0"'),
  },
  {
    rule: 'Apple: no two episodes have one file',
    isKept: ({ items }) => isDistinct(enclosures(items).map((one) => attributeOf(one, 'url'))),
    broken: (xml) => xml.replaceAll(/<enclosure url="[^"]*"/g, '<enclosure url="https://a.test/1.mp3"'),
  },
  {
    rule: 'Apple: an episode has a guid of its own',
    isKept: ({ items }) => {
      const ids = items.map((item) => plain(item, 'guid'))
      return isDistinct(ids) && ids.every((id) => id !== '')
    },
    broken: (xml) => xml.replaceAll(/(<guid[^>]*>)[^<]*/g, '$1one'),
  },
  {
    rule: 'Apple: dates are those of RFC 2822',
    isKept: ({ items }) => items.every((item) => RFC_2822.test(plain(item, 'pubDate'))),
    broken: (xml) => xml.replace(/<pubDate>.*?</, '<pubDate>2026-03-03<'),
  },
  {
    rule: 'Apple: an episode’s description has at most 4000 bytes',
    isKept: ({ items }) => items.every((item) => isDescription(plain(item, 'description'))),
    broken: (xml) => xml.replace(/(<item>.*?<description>)/s, `$1${'a'.repeat(4001)}`),
  },
  {
    rule: 'Apple: a duration is a number of seconds',
    isKept: ({ items }) => items.every((item) => /^(?:[1-9]\d*)?$/.test(itunes(item, 'duration') ?? '')),
    broken: (xml) => xml.replace(/<itunes:duration>\d+/, '<itunes:duration>PT60S'),
  },
  {
    rule: 'Apple: an episode’s number is not zero, and its type is full, trailer or bonus',
    isKept: ({ items }) => items.every(isNumbered),
    broken: (xml) => xml.replace(/<itunes:episode>\d+/, '<itunes:episode>0'),
  },
]

/** Spotify's: https://support.spotify.com/us/creators/ (the files and tags of a podcast) */
const SPOTIFY: PodcastRule[] = [
  {
    rule: 'Spotify: title, description, image and language of the show',
    isKept: ({ channel }) =>
      ['title', 'description', 'language'].every((name) => plain(channel, name) !== '') &&
      childNamed(channel, 'image', ITUNES) !== undefined,
    broken: without('language'),
  },
  {
    rule: 'Spotify: title, guid, date and file of an episode',
    isKept: ({ items }) =>
      items.every((item) => ['title', 'guid', 'pubDate'].every((name) => plain(item, name) !== '')) &&
      enclosures(items).every((one) => one !== undefined),
    broken: without('enclosure'),
  },
  {
    rule: 'Spotify: files are MP3 or MPEG-4',
    isKept: ({ items }) => enclosures(items).every((one) => /\.(?:mp3|m4a|mp4|m4v|mov)$/.test(attributeOf(one, 'url'))),
    broken: (xml) => xml.replace(/(<enclosure url="[^"]*)\.mp3"/, '$1.ogg"'),
  },
]

/** Podcasting 2.0's: https://podcastindex.org/namespace/1.0; RSS: https://www.rssboard.org/rss-profile. */
const OTHERS: PodcastRule[] = [
  {
    rule: 'Podcasting 2.0: transcripts and chapters have a URL and a type of theirs',
    isKept: ({ items }) => items.every(hasParts),
    broken: (xml) => xml.replace('type="application/json+chapters"', 'type="text/html"'),
  },
  {
    rule: 'RSS: the feed names itself',
    isKept: ({ channel }) => childrenNamed(channel, 'link', ATOM).some(({ attributes }) => attributes.rel === 'self'),
    broken: (xml) => xml.replace('rel="self"', 'rel="related"'),
  },
]

export const PODCAST_RULES: readonly PodcastRule[] = [...APPLE, ...SPOTIFY, ...OTHERS]

/** The rules that a feed breaks. @throws {Error} for XML that is not well-formed */
export function brokenRules(xml: string): string[] {
  const rss = parseXml(xml)
  const channel = childNamed(rss, 'channel')
  if (!channel) return ['no channel']
  const items = childrenNamed(channel, 'item')
  return PODCAST_RULES.flatMap(({ rule, isKept }) => (isKept({ rss, channel, items }) ? [] : [rule]))
}

function isDescription(text: string): boolean {
  return text.trim() !== '' && Buffer.byteLength(text) <= 4000
}

function isShort(text: string): boolean {
  return [...text].length <= 255
}

function isCategory(category: XmlElement | undefined): boolean {
  const known = PODCAST_CATEGORIES[attributeOf(category, 'text')]
  return (
    known !== undefined && childrenNamed(category, 'category').every((one) => known.includes(attributeOf(one, 'text')))
  )
}

function isOwner(owner: XmlElement): boolean {
  return itunes(owner, 'name') !== undefined && /^\S+@\S+$/.test(itunes(owner, 'email') ?? '')
}

function isEnclosure(enclosure: XmlElement | undefined): boolean {
  const url = attributeOf(enclosure, 'url')
  const ending = /\.([a-z\d]+)$/.exec(url)?.[1] ?? ''
  const isTyped = APPLE_TYPES[ending] === attributeOf(enclosure, 'type')
  return isTyped && URL_FORM.test(url) && /^[1-9]\d*$/.test(attributeOf(enclosure, 'length'))
}

function isNumbered(item: XmlElement): boolean {
  return (
    /^(?:[1-9]\d*)?$/.test(itunes(item, 'episode') ?? '') &&
    /^(?:full|trailer|bonus)$/.test(itunes(item, 'episodeType') ?? '')
  )
}

function hasParts(item: XmlElement): boolean {
  const [transcripts, chapters] = ['transcript', 'chapters'].map((name) => childrenNamed(item, name, PODCAST))
  const isTyped = (types: RegExp) => (one: XmlElement) =>
    URL_FORM.test(attributeOf(one, 'url')) && types.test(attributeOf(one, 'type'))
  return (
    (transcripts ?? []).every(isTyped(/^(?:text\/(?:plain|html|vtt)|application\/(?:json|x-subrip))$/)) &&
    (chapters ?? []).every(isTyped(/^application\/json\+chapters$/))
  )
}
