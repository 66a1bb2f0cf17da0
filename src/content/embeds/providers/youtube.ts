import { type Provider, parameter, type Read, secondsOf, TALL, TALL_SIZE, WIDE, WIDE_SIZE } from './provider.ts'

const YOUTUBE_HOSTS = [
  'youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'gaming.youtube.com',
  'youtube-nocookie.com',
  'youtu.be',
]
const YOUTUBE_PLAYER = 'https://www.youtube-nocookie.com'
const YOUTUBE_ID = /^[A-Za-z0-9_-]{11}$/
const PLAYLIST = /^(?:PL|UU|FL|RD|EL|OLAK5uy_)[A-Za-z0-9_-]{10,60}$/
const CHANNEL = /^UC[A-Za-z0-9_-]{22}$/
/** These segments are as long as an id. */
const NO_YOUTUBE_IDS = new Set(['videoseries', 'live_stream'])
const BEFORE_ID = new Set(['shorts', 'embed', 'live', 'v', 'vi', 'e'])
/** The last is in older links. */
const BEGINNINGS = ['t', 'start', 'time_continue']
const TOKEN = /^[A-Za-z0-9_-]{8,60}$/

const youtube: Read = (url) => {
  const [, first = '', second] = url.pathname.split('/')
  const isShort = first === 'shorts'
  const inPath = BEFORE_ID.has(first) ? second : undefined
  const inQuery = first === 'watch' ? (url.searchParams.get('v') ?? url.searchParams.get('vi')) : undefined
  const id = url.hostname === 'youtu.be' ? first : (inQuery ?? inPath)
  if (!id || !YOUTUBE_ID.test(id) || NO_YOUTUBE_IDS.has(id)) return undefined
  const settings = youtubeSettings(url)
  const query = new URLSearchParams(settings).toString()
  const { start, list } = settings
  const place = `${start === undefined ? '' : `&t=${start}s`}${list === undefined ? '' : `&list=${list}`}`
  return {
    id,
    url: `https://www.youtube.com/watch?v=${id}${place}`,
    frame: { src: `${YOUTUBE_PLAYER}/embed/${id}${query && `?${query}`}`, shape: isShort ? TALL : WIDE },
    amp: {
      name: 'amp-youtube',
      attributes: {
        'data-videoid': id,
        ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [`data-param-${name}`, value])),
      },
      size: isShort ? TALL_SIZE : WIDE_SIZE,
    },
  }
}

function youtubeSettings(url: URL): Record<string, string> {
  const { hash, searchParams } = url
  const inHash = new URLSearchParams(hash.slice(1))
  const written = BEGINNINGS.flatMap((name) => [...searchParams.getAll(name), ...inHash.getAll(name)])
  const start = written.map(secondsOf).find((seconds) => seconds !== undefined)
  const end = secondsOf(searchParams.get('end') ?? '')
  const list = parameter(url, 'list', PLAYLIST)
  const [clip, clipt] = [parameter(url, 'clip', TOKEN), parameter(url, 'clipt', TOKEN)]
  const settings = { start, end, list, clip: clipt && clip, clipt: clip && clipt }
  return Object.fromEntries(Object.entries(settings).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** They have no video of their own. */
const youtubeList: Read = (url) => {
  const [, first = '', second = ''] = url.pathname.split('/')
  const list =
    first === 'playlist' || first === 'embed' || first === 'watch' ? parameter(url, 'list', PLAYLIST) : undefined
  if (list !== undefined) {
    return {
      id: list,
      url: `https://www.youtube.com/playlist?list=${list}`,
      frame: { src: `${YOUTUBE_PLAYER}/embed/videoseries?list=${list}`, shape: WIDE },
    }
  }
  if (first === 'embed' && second === 'live_stream') {
    const live = parameter(url, 'channel', CHANNEL)
    return live === undefined
      ? undefined
      : {
          id: live,
          url: `https://www.youtube.com/channel/${live}/live`,
          frame: { src: `${YOUTUBE_PLAYER}/embed/live_stream?channel=${live}`, shape: WIDE },
          amp: { name: 'amp-youtube', attributes: { 'data-live-channelid': live }, size: WIDE_SIZE },
        }
  }
  if (first !== 'channel' || !CHANNEL.test(second)) return undefined
  // Uploads have the channel's id after another prefix.
  const uploads = `UU${second.slice('UC'.length)}`
  return {
    id: second,
    url: `https://www.youtube.com/channel/${second}`,
    frame: { src: `${YOUTUBE_PLAYER}/embed/videoseries?list=${uploads}`, shape: WIDE },
  }
}

export const YOUTUBE_PROVIDERS: readonly Provider[] = [
  {
    type: 'youtube',
    name: 'YouTube',
    hosts: YOUTUBE_HOSTS,
    origins: [YOUTUBE_PLAYER],
    consent: 'embeds',
    read: youtube,
    markup: [
      {
        tag: 'amp-youtube',
        from: [
          'https://www.youtube.com/watch?v={data-videoid}&start={data-param-start}',
          'https://www.youtube.com/watch?v={data-videoid}',
        ],
      },
      {
        tag: 'lite-youtube',
        from: ['https://www.youtube.com/watch?v={videoid}&{params}', 'https://www.youtube.com/watch?v={videoid}'],
      },
      {
        className: 'rll-youtube-player',
        from: ['{data-src}', 'https://www.youtube.com/watch?v={data-id}'],
        hasWords: true,
      },
      {
        className: 'youtube-player',
        has: 'data-id',
        from: ['https://www.youtube.com/watch?v={data-id}'],
        hasWords: true,
      },
    ],
    shortcodes: {
      youtube: [
        '{url}',
        '{0}',
        '{content}',
        'https://www.youtube.com/watch?v={id}',
        'https://www.youtube.com/watch?v={0}',
      ],
    },
  },
  {
    type: 'embed',
    name: 'YouTube',
    hosts: YOUTUBE_HOSTS,
    origins: [YOUTUBE_PLAYER],
    consent: 'embeds',
    read: youtubeList,
  },
]
