import { FACEBOOK_PROVIDER } from './facebook.ts'
import { filled, namesOnly, type Provider, type Read } from './provider.ts'

const instagram: Read = (url) => {
  const [, written, id] = /^\/(?:[\w.]{1,30}\/)?(p|reels?|tv)\/([A-Za-z0-9_-]{1,40})(?:\/|$)/.exec(url.pathname) ?? []
  if (!written || !id) return undefined
  const pageUrl = `https://www.instagram.com/${written === 'reels' ? 'reel' : written}/${id}/`
  return {
    id,
    url: pageUrl,
    frame: { src: `${pageUrl}embed/`, shape: { height: 620 } },
    amp: {
      name: 'amp-instagram',
      attributes: { 'data-shortcode': id, 'data-captioned': '' },
      size: { width: 400, height: 400 },
    },
  }
}

const POST_ON_X = /^\/(\w+|i\/web)\/status(?:es)?\/(\d{1,25})(?:\/|$)/

const twitter: Read = (url, language) => {
  const inQuery = /^\/embed\/Tweet\.html$/.test(url.pathname) ? url.searchParams.get('id') : null
  const path = inQuery === null ? url.pathname : `/i/status/${inQuery}`
  const [, user, id] = POST_ON_X.exec(path) ?? []
  if (!user || !id) return undefined
  const frame = `https://platform.twitter.com/embed/Tweet.html?id=${id}&dnt=true&lang=${language}`
  return {
    id,
    url: `https://x.com/${user}/status/${id}`,
    frame: { src: frame, shape: { height: 480 } },
    amp: { name: 'amp-twitter', attributes: { 'data-tweetid': id }, size: { width: 375, height: 472 } },
  }
}

const REDDIT_POST = /^\/(?:r|user|u)\/[\w-]{1,30}\/comments\/(\w{1,20})(?:\/[^/]*|$)(?:\/[a-z0-9]{1,20}(?=\/|$))?/

const reddit: Read = (url) => {
  const [path, id] = REDDIT_POST.exec(url.pathname) ?? []
  // A URL's words are ignored.
  if (!path || !id || !/^[\w/%.~!'()*-]+$/.test(path)) return undefined
  return {
    id,
    url: `https://www.reddit.com${path}`,
    frame: { src: `https://embed.reddit.com${path}`, shape: { height: 400 } },
    amp: {
      name: 'amp-reddit',
      attributes: { 'data-embedtype': 'post', 'data-src': `https://www.reddit.com${path}` },
      size: { width: 300, height: 400 },
    },
  }
}

const linkedin: Read = (url) => {
  const path = url.pathname.replaceAll(/%3A/gi, ':')
  const id = /^\/(?:embed\/)?feed\/update\/(urn:li:[a-zA-Z]+:\d{1,25})\/?$/.exec(path)?.[1]
  if (!id) return undefined
  return {
    id,
    url: `https://www.linkedin.com/feed/update/${id}`,
    frame: { src: `https://www.linkedin.com/embed/feed/update/${id}`, shape: { height: 560 } },
  }
}

const PIN = 'https://www.pinterest.com/pin/{id}/'
const TUMBLR_POST = 'https://embed.tumblr.com/embed/post/{key}/{id}'
const DID = 'did:(?:plc|web):[a-z0-9.:-]{5,80}'

export const SOCIAL_PROVIDERS: readonly Provider[] = [
  {
    type: 'instagram',
    name: 'Instagram',
    hosts: ['instagram.com', 'instagr.am', 'm.instagram.com'],
    origins: ['https://www.instagram.com'],
    consent: 'embeds',
    read: instagram,
    markup: [
      { className: 'instagram-media', from: ['{data-instgrm-permalink}', { link: 'known' }], hasWords: true },
      { tag: 'amp-instagram', from: ['https://www.instagram.com/p/{data-shortcode}/'] },
    ],
    shortcodes: { instagram: ['{url}', '{0}', '{content}'] },
  },
  {
    type: 'twitter',
    name: 'X',
    hosts: ['twitter.com', 'mobile.twitter.com', 'platform.twitter.com', 'x.com', 'mobile.x.com'],
    origins: ['https://platform.twitter.com'],
    consent: 'embeds',
    read: twitter,
    markup: [
      ...['twitter-tweet', 'twitter-video', 'twitter-tweet-rendered'].map((className) => ({
        className,
        from: [{ link: 'last' as const }, { link: 'known' as const }, 'https://x.com/i/status/{data-tweet-id}'],
        hasWords: true,
      })),
      { has: 'data-tweet-id', from: ['https://x.com/i/status/{data-tweet-id}'], hasWords: true },
      { tag: 'amp-twitter', from: ['https://x.com/i/status/{data-tweetid}'] },
    ],
    shortcodes: { tweet: ['{0}', '{url}', '{tweet}', '{content}', 'https://x.com/i/status/{0}'] },
  },
  FACEBOOK_PROVIDER,
  {
    type: 'reddit',
    name: 'Reddit',
    hosts: [
      'reddit.com',
      'old.reddit.com',
      'new.reddit.com',
      'np.reddit.com',
      'embed.reddit.com',
      'redditmedia.com',
      'redd.it',
    ],
    origins: ['https://embed.reddit.com'],
    consent: 'embeds',
    read: reddit,
    markup: [
      ...['reddit-embed-bq', 'reddit-card', 'reddit-embed'].map((className) => ({
        className,
        from: [{ link: 'known' as const }],
        hasWords: true,
      })),
      { tag: 'amp-reddit', from: ['{data-src}'] },
    ],
  },
  {
    type: 'linkedin',
    name: 'LinkedIn',
    hosts: ['linkedin.com', 'lnkd.in'],
    origins: ['https://www.linkedin.com'],
    consent: 'embeds',
    read: linkedin,
  },
  {
    type: 'embed',
    name: 'Pinterest',
    hosts: [
      ...[
        'com',
        'at',
        'ca',
        'ch',
        'cl',
        'co.uk',
        'com.au',
        'com.mx',
        'de',
        'dk',
        'es',
        'fr',
        'ie',
        'it',
        'jp',
        'nz',
        'pt',
        'se',
      ].map((domain) => `pinterest.${domain}`),
      'assets.pinterest.com',
      'pin.it',
    ],
    subdomainsOf: ['pinterest.com'],
    origins: ['https://assets.pinterest.com'],
    consent: 'embeds',
    read: [
      {
        path: /^\/pin\/(?:[\w-]*--)?(?<id>\d{5,25})(?:\/|$)/,
        id: '{id}',
      },
      { path: /^\/ext\/embed\.html$/, query: { id: /^\d{5,25}$/ }, id: '{id}' },
    ].map((form) => ({
      ...form,
      url: PIN,
      frame: 'https://assets.pinterest.com/ext/embed.html?id={id}',
      shape: { height: 520 },
      amp: {
        name: 'amp-pinterest' as const,
        attributes: { 'data-do': 'embedPin', 'data-url': PIN },
        size: { width: 245, height: 330 },
      },
    })),
    markup: [
      { has: 'data-pin-do', from: ['{href}'], hasWords: true },
      { tag: 'amp-pinterest', from: ['{data-url}'] },
    ],
  },
  {
    type: 'embed',
    name: 'Tumblr',
    hosts: ['tumblr.com', 'embed.tumblr.com'],
    subdomainsOf: ['tumblr.com'],
    origins: ['https://embed.tumblr.com'],
    consent: 'embeds',
    read: [
      {
        hosts: ['embed.tumblr.com'],
        path: /^\/embed\/post\/(?<key>[\w:-]{10,60})\/(?<id>\d{5,25})(?:\/|$)/,
        id: '{id}',
        url: TUMBLR_POST,
        frame: TUMBLR_POST,
        shape: { height: 600 },
      },
    ],
    markup: [{ className: 'tumblr-post', from: ['{data-href}', { link: 'last' }], hasWords: true }],
  },
  {
    type: 'embed',
    name: 'Bluesky',
    hosts: ['bsky.app', 'embed.bsky.app'],
    origins: ['https://embed.bsky.app'],
    consent: 'embeds',
    read: [
      `^/embed/(?:at://)?(?<did>${DID})/app\\.bsky\\.feed\\.post/(?<id>[a-z0-9]{5,20})$`,
      `^/profile/(?<did>${DID})/post/(?<id>[a-z0-9]{5,20})$`,
    ].map((path) => ({
      path: new RegExp(path),
      id: '{id}',
      url: 'https://bsky.app/profile/{did}/post/{id}',
      frame: 'https://embed.bsky.app/embed/{did}/app.bsky.feed.post/{id}',
      shape: { height: 420 },
    })),
    markup: [
      {
        className: 'bluesky-embed',
        from: ['https://embed.bsky.app/embed/{data-bluesky-uri}', { link: 'last' }],
        hasWords: true,
      },
    ],
  },
  {
    type: 'embed',
    name: 'Threads',
    hosts: ['threads.net', 'threads.com'],
    origins: ['https://www.threads.net'],
    consent: 'embeds',
    read: [
      {
        path: /^\/@(?<user>[\w.]{1,30})\/post\/(?<id>[A-Za-z0-9_-]{8,20})(?:\/|$)/,
        id: '{id}',
        url: 'https://www.threads.net/@{user}/post/{id}',
        frame: 'https://www.threads.net/@{user}/post/{id}/embed',
        shape: { height: 520 },
      },
    ],
    markup: [{ className: 'text-post-media', from: ['{data-text-post-permalink}', { link: 'known' }], hasWords: true }],
  },
  {
    type: 'embed',
    name: 'Telegram',
    hosts: ['t.me', 'telegram.me'],
    origins: ['https://t.me'],
    consent: 'embeds',
    read: [
      {
        path: /^\/(?:s\/)?(?<channel>[A-Za-z]\w{3,31})\/(?<id>\d{1,10})$/,
        id: '{channel}/{id}',
        url: 'https://t.me/{channel}/{id}',
        frame: 'https://t.me/{channel}/{id}?embed=1',
        shape: { height: 420 },
      },
    ],
    markup: [{ has: 'data-telegram-post', from: ['https://t.me/{data-telegram-post}'] }],
  },
  {
    type: 'embed',
    name: 'Imgur',
    hosts: ['imgur.com', 'm.imgur.com'],
    origins: ['https://imgur.com'],
    consent: 'embeds',
    read: ['a/{id}', '{id}'].map((path) => ({
      path:
        path === '{id}'
          ? /^\/(?!(?:about|account|emerald|gallery|inbox|memegen|privacy|random|register|search|settings|signin|signup|signout|topics|trending|upload|vidgif)(?:\/|$))(?<id>[A-Za-z0-9]{5,8})(?:\/embed)?\/?$/i
          : /^\/(?:a|gallery)\/(?:[a-z0-9-]{1,120}-)?(?<id>[A-Za-z0-9]{5,8})(?:\/embed)?\/?$/,
      id: path,
      url: filled('https://imgur.com/{path}', { path }),
      frame: filled('https://imgur.com/{path}/embed?pub=true', { path }),
      shape: { height: 560 },
      amp: { name: 'amp-imgur' as const, attributes: { 'data-imgur-id': path }, size: { width: 540, height: 663 } },
    })),
    markup: [
      { className: 'imgur-embed-pub', from: ['https://imgur.com/{data-id}', { link: 'known' }], hasWords: true },
      { tag: 'amp-imgur', from: ['https://imgur.com/{data-imgur-id}'] },
    ],
  },
  ...namesOnly({
    Mastodon: ['mastodon.social', 'mastodon.online'],
    Flickr: ['flickr.com', 'flic.kr'],
    VK: ['vk.com'],
    Wykop: ['wykop.pl'],
  }),
]
