import { DAILYMOTION_PROVIDER } from './dailymotion.ts'
import { filled, namesOnly, type Provider, type Read, WIDE_SIZE } from './provider.ts'
import { VIMEO_PROVIDER } from './vimeo.ts'
import { YOUTUBE_PROVIDERS } from './youtube.ts'

const TIKTOK_PATH =
  /^\/(?:@([\w.-]{1,60})\/(video|photo)|embed\/v\d|embed|player\/v1|v|share\/video|i18n\/share\/video)\/(\d{5,25})(?:\.html)?(?:\/|$)/

const tiktok: Read = (url) => {
  const [, user, kind, id] = TIKTOK_PATH.exec(url.pathname) ?? []
  if (!id) return undefined
  const frame = `https://www.tiktok.com/embed/v2/${id}`
  return {
    id,
    url: user ? `https://www.tiktok.com/@${user}/${kind}/${id}` : frame,
    frame: { src: frame, shape: { height: 740 } },
    amp: { name: 'amp-tiktok', attributes: { 'data-src': id }, size: { width: 325, height: 575 } },
  }
}

const BRIGHTCOVE = 'https://players.brightcove.net/{account}/{player}_default/index.html?videoId={id}'

export const VIDEO_PROVIDERS: readonly Provider[] = [
  ...YOUTUBE_PROVIDERS,
  VIMEO_PROVIDER,
  {
    type: 'tiktok',
    name: 'TikTok',
    hosts: ['tiktok.com', 'm.tiktok.com', 'vm.tiktok.com', 'vt.tiktok.com'],
    origins: ['https://www.tiktok.com'],
    consent: 'embeds',
    read: tiktok,
    markup: [
      {
        className: 'tiktok-embed',
        from: ['{cite}', 'https://www.tiktok.com/embed/v2/{data-video-id}', { link: 'known' }],
        hasWords: true,
      },
      { tag: 'amp-tiktok', from: ['{data-src}', 'https://www.tiktok.com/embed/v2/{data-src}'] },
    ],
    shortcodes: { tiktok: ['{url}', '{0}', '{content}'] },
  },
  {
    type: 'giphy',
    name: 'Giphy',
    hosts: ['giphy.com', 'media.giphy.com'],
    origins: ['https://giphy.com'],
    consent: 'embeds',
    read: [
      {
        path: /^\/(?:embed|gifs|media|clips|stickers)\/(?:[\w-]*-)?(?<id>[A-Za-z0-9]{5,40})(?:\/|$)/,
        id: '{id}',
        url: 'https://giphy.com/gifs/{id}',
        frame: 'https://giphy.com/embed/{id}',
      },
    ],
    shortcodes: { giphy: ['{url}', '{0}', '{content}'] },
  },
  {
    type: 'gfycat',
    name: 'Gfycat',
    hosts: ['gfycat.com'],
    // Closed in 2023.
    origins: [],
    consent: 'embeds',
    read: [
      {
        path: /^\/(?:ifr\/|(?:[a-z]{2}\/)?(?:gifs\/detail\/)?)(?<id>[A-Za-z]{3,60})(?:[/-]|$)/,
        id: '{id}',
        url: 'https://gfycat.com/{id}',
      },
    ],
  },
  DAILYMOTION_PROVIDER,
  {
    type: 'embed',
    name: 'JW Player',
    hosts: ['cdn.jwplayer.com', 'content.jwplatform.com'],
    origins: ['https://cdn.jwplayer.com'],
    consent: 'embeds',
    read: [
      {
        path: /^\/(?:players|previews)\/(?<media>[A-Za-z0-9]{8})-(?<player>[A-Za-z0-9]{8})(?:\.(?:html|js))?$/,
        id: '{media}',
        url: 'https://cdn.jwplayer.com/previews/{media}-{player}',
        frame: 'https://cdn.jwplayer.com/players/{media}-{player}.html',
        amp: {
          name: 'amp-jwplayer',
          attributes: { 'data-media-id': '{media}', 'data-player-id': '{player}' },
          size: WIDE_SIZE,
        },
      },
    ],
    markup: [{ tag: 'amp-jwplayer', from: ['https://cdn.jwplayer.com/players/{data-media-id}-{data-player-id}.html'] }],
    shortcodes: { jwplayer: ['https://cdn.jwplayer.com/players/{0}.html'] },
  },
  {
    type: 'embed',
    name: 'Wistia',
    hosts: ['wistia.com', 'wistia.net', 'fast.wistia.net', 'fast.wistia.com'],
    subdomainsOf: ['wistia.com'],
    origins: ['https://fast.wistia.net'],
    consent: 'embeds',
    read: [
      {
        path: /^\/(?:embed\/(?:iframe|medias)|medias)\/(?<id>[a-z0-9]{8,20})(?:\.jsonp?|\.js)?\/?$/,
        id: '{id}',
        url: 'https://fast.wistia.net/embed/iframe/{id}',
        frame: 'https://fast.wistia.net/embed/iframe/{id}?dnt=1',
        amp: { name: 'amp-wistia-player', attributes: { 'data-media-hashed-id': '{id}' }, size: WIDE_SIZE },
      },
    ],
    markup: [{ className: 'wistia_async_', from: ['https://fast.wistia.net/embed/iframe/{class:wistia_async_}'] }],
  },
  {
    type: 'embed',
    name: 'Brightcove',
    hosts: ['players.brightcove.net'],
    origins: ['https://players.brightcove.net'],
    consent: 'embeds',
    read: [
      {
        path: /^\/(?<account>\d{5,20})\/(?<player>[A-Za-z0-9-]{3,40})_default\/index\.html$/,
        query: { videoId: /^(?:ref:)?[A-Za-z0-9_-]{3,60}$/ },
        id: '{videoId}',
        url: BRIGHTCOVE.replace('{id}', '{videoId}'),
        frame: BRIGHTCOVE.replace('{id}', '{videoId}'),
        amp: {
          name: 'amp-brightcove',
          attributes: { 'data-account': '{account}', 'data-player': '{player}', 'data-video-id': '{videoId}' },
          size: WIDE_SIZE,
        },
      },
    ],
    markup: ['video', 'video-js', 'amp-brightcove'].map((tag) => ({
      tag,
      has: 'data-account',
      from: [
        filled(BRIGHTCOVE, { account: '{data-account}', player: '{data-player}', id: '{data-video-id}' }),
        filled(BRIGHTCOVE, { account: '{data-account}', player: 'default', id: '{data-video-id}' }),
      ],
    })),
  },
  {
    type: 'embed',
    name: 'Streamable',
    hosts: ['streamable.com'],
    origins: ['https://streamable.com'],
    consent: 'embeds',
    read: [
      {
        path: /^\/(?:[eos]\/)?(?!(?:about|account|browse|business|careers|contact|developers?|documents?|download|features?|forgot|legal|login|logout|pricing|privacy|register|search|settings|signup|support|terms|tools|upload|videos?)(?:\/|$))(?<id>[a-z0-9]{5,10})(?:\/|$)/,
        id: '{id}',
        url: 'https://streamable.com/{id}',
        frame: 'https://streamable.com/e/{id}',
      },
    ],
  },
  {
    type: 'embed',
    name: 'Loom',
    hosts: ['loom.com'],
    origins: ['https://www.loom.com'],
    consent: 'embeds',
    read: [
      {
        path: /^\/(?:share|embed)\/(?:[\w-]*-)?(?<id>[0-9a-f]{32})$/,
        id: '{id}',
        url: 'https://www.loom.com/share/{id}',
        frame: 'https://www.loom.com/embed/{id}',
      },
    ],
  },
  {
    type: 'embed',
    name: 'Rumble',
    hosts: ['rumble.com'],
    origins: ['https://rumble.com'],
    consent: 'embeds',
    read: [
      {
        path: /^\/embed\/(?<id>[a-z0-9]{5,12})\/?$/,
        id: '{id}',
        url: 'https://rumble.com/embed/{id}/',
        frame: 'https://rumble.com/embed/{id}/',
      },
    ],
  },
  {
    type: 'embed',
    name: 'TED',
    hosts: ['ted.com', 'embed.ted.com'],
    origins: ['https://embed.ted.com'],
    consent: 'embeds',
    read: [
      {
        path: /^\/talks\/(?:lang\/[a-z-]{2,5}\/)?(?<id>[a-z0-9_]{3,120})(?:\.html)?\/?$/,
        id: '{id}',
        url: 'https://www.ted.com/talks/{id}',
        frame: 'https://embed.ted.com/talks/{id}',
      },
    ],
    shortcodes: { ted: ['https://www.ted.com/talks/{id}', '{url}'] },
  },
  {
    type: 'embed',
    name: 'VideoPress',
    hosts: ['videopress.com', 'video.wordpress.com'],
    origins: ['https://videopress.com'],
    consent: 'embeds',
    read: [
      {
        path: /^\/(?:v|embed)\/(?<id>[A-Za-z0-9]{8})$/,
        id: '{id}',
        url: 'https://videopress.com/v/{id}',
        frame: 'https://videopress.com/embed/{id}',
      },
    ],
    shortcodes: { wpvideo: ['https://videopress.com/v/{0}'], videopress: ['https://videopress.com/v/{0}'] },
  },
  {
    type: 'embed',
    name: 'CDA',
    hosts: ['cda.pl', 'ebd.cda.pl', 'm.cda.pl'],
    origins: ['https://ebd.cda.pl'],
    consent: 'embeds',
    read: [
      {
        path: /^\/(?:video|\d{2,4}x\d{2,4})\/(?<id>[a-z0-9]{5,12})(?:\/|$)/,
        id: '{id}',
        url: 'https://www.cda.pl/video/{id}',
        frame: 'https://ebd.cda.pl/800x450/{id}',
      },
    ],
  },
  {
    type: 'embed',
    name: 'TVP',
    hosts: ['tvp.pl', 'vod.tvp.pl', 'tvp.info'],
    origins: ['https://www.tvp.pl'],
    consent: 'embeds',
    read: [
      {
        path: /^\/sess\/TVPlayer2?\/embed\.php$/i,
        query: { ID: /^\d{3,12}$/ },
        id: '{ID}',
        url: 'https://www.tvp.pl/sess/TVPlayer2/embed.php?ID={ID}',
        frame: 'https://www.tvp.pl/sess/TVPlayer2/embed.php?ID={ID}&autoPlay=false',
      },
    ],
  },
  {
    type: 'embed',
    name: 'Internet Archive',
    hosts: ['archive.org'],
    origins: ['https://archive.org'],
    consent: 'embeds',
    read: [
      {
        path: /^\/(?:details|embed)\/(?<id>[A-Za-z0-9][\w.-]{2,100})(?:\/|$)/,
        id: '{id}',
        url: 'https://archive.org/details/{id}',
        frame: 'https://archive.org/embed/{id}',
        shape: { ratio: '4 / 3' },
      },
    ],
    shortcodes: { archiveorg: ['https://archive.org/details/{0}', 'https://archive.org/details/{id}'] },
  },
  // Their frames need the page's host, or are of many hosts.
  ...namesOnly({
    Twitch: ['twitch.tv', 'player.twitch.tv', 'clips.twitch.tv', 'm.twitch.tv'],
    Odysee: ['odysee.com'],
    Coub: ['coub.com'],
    Kickstarter: ['kickstarter.com'],
  }),
]
