import { namesOnly, type Provider, parameter, type Read } from './provider.ts'

const SPOTIFY_PATH =
  /^\/(?:intl-[a-z]{2}(?:-[a-z]{2})?\/|embed\/|embed-podcast\/|user\/[^/]+\/)?(track|album|playlist|artist|episode|show|audiobook)\/([A-Za-z0-9]{22})(?:\/|$)/
const SPOTIFY_URI = /^spotify:(?:user:[^:]{1,60}:)?(track|album|playlist|artist|episode|show):([A-Za-z0-9]{22})$/

const spotify: Read = (url) => {
  const [, kind, id] = SPOTIFY_PATH.exec(url.pathname) ?? SPOTIFY_URI.exec(url.searchParams.get('uri') ?? '') ?? []
  if (!kind || !id) return undefined
  const shape = { height: kind === 'track' || kind === 'episode' ? 152 : 352 }
  return {
    id: `${kind}/${id}`,
    url: `https://open.spotify.com/${kind}/${id}`,
    frame: { src: `https://open.spotify.com/embed/${kind}/${id}`, shape },
  }
}

const SOUNDCLOUD_PLAYER = 'https://w.soundcloud.com/player/'
const SOUNDCLOUD_PATH = /^(\/[\w-]+\/[\w-]+(?:\/[\w-]+)?)\/?$/
const SOUNDCLOUD_ITEM = /^\/(tracks|playlists)\/(?:soundcloud:\w+:)?(\d{1,15})\/?$/

/** Players may name its number. */
const soundcloud: Read = (url) => {
  const isPlayer = url.hostname === 'w.soundcloud.com'
  const played = isPlayer ? URL.parse(url.searchParams.get('url') ?? '') : url
  if (!played || !/^https?:$/.test(played.protocol)) return undefined
  if (/^(?:www\.)?api(?:-v2)?\.soundcloud\.com$/.test(played.hostname)) return numberedSound(played, url)
  if (!/^(?:www\.|m\.)?soundcloud\.com$/.test(played.hostname)) return undefined
  const [, path] = SOUNDCLOUD_PATH.exec(played.pathname) ?? []
  if (!path) return undefined
  const pageUrl = `https://soundcloud.com${path}`
  const player = `${SOUNDCLOUD_PLAYER}?${new URLSearchParams({ url: pageUrl })}`
  return { id: path, url: pageUrl, frame: { src: player, shape: { height: path.includes('/sets/') ? 450 : 166 } } }
}

function numberedSound(played: URL, player: URL): ReturnType<Read> {
  const [, kind, id] = SOUNDCLOUD_ITEM.exec(decoded(played.pathname)) ?? []
  if (!kind || !id) return undefined
  const token =
    parameter(played, 'secret_token', /^s-[A-Za-z0-9]{3,20}$/) ??
    parameter(player, 'secret_token', /^s-[A-Za-z0-9]{3,20}$/)
  const item = `https://api.soundcloud.com/${kind}/${id}${token === undefined ? '' : `?secret_token=${token}`}`
  const src = `${SOUNDCLOUD_PLAYER}?${new URLSearchParams({ url: item })}`
  const height = kind === 'playlists' ? 450 : 166
  return {
    id,
    // Only the player resolves it.
    url: src,
    frame: { src, shape: { height } },
    amp:
      token === undefined
        ? {
            name: 'amp-soundcloud',
            attributes: { [kind === 'playlists' ? 'data-playlistid' : 'data-trackid']: id },
            size: { height },
          }
        : undefined,
  }
}

function decoded(path: string): string {
  return path.replaceAll(/%3A/gi, ':')
}

const MIXCLOUD_PATH = /^\/[\w-]{1,60}(?:\/[\w%-]{1,200}){1,3}\/?$/

const mixcloud: Read = (url) => {
  const path = url.pathname.startsWith('/widget/') ? feedOf(url.searchParams.get('feed') ?? '') : url.pathname
  if (!MIXCLOUD_PATH.test(path)) return undefined
  const feed = path.endsWith('/') ? path : `${path}/`
  return {
    id: feed,
    url: `https://www.mixcloud.com${feed}`,
    frame: {
      src: `https://player-widget.mixcloud.com/widget/iframe/?${new URLSearchParams({ feed })}`,
      shape: { height: 120 },
    },
  }
}

function feedOf(written: string): string {
  return written.startsWith('/') ? written : (URL.parse(written)?.pathname ?? '')
}

const BANDCAMP_PLAYER = 'https://bandcamp.com/EmbeddedPlayer'
const apple =
  (kind: 'podcasts' | 'music'): Read =>
  (url) => {
    const path =
      /^\/[a-z]{2}\/(?:podcast|album|playlist|song|artist)\/(?:[\w%.-]{1,200}\/)?(?:id)?[A-Za-z0-9.-]{3,60}\/?$/.exec(
        url.pathname,
      )?.[0]
    if (path === undefined) return undefined
    const item = parameter(url, 'i', /^\d{3,20}$/)
    const tail = `${path}${item === undefined ? '' : `?i=${item}`}`
    return {
      id: tail,
      url: `https://${kind}.apple.com${tail}`,
      frame: { src: `https://embed.${kind}.apple.com${tail}`, shape: { height: item === undefined ? 450 : 175 } },
    }
  }

export const SOUND_PROVIDERS: readonly Provider[] = [
  {
    type: 'spotify',
    name: 'Spotify',
    hosts: ['open.spotify.com', 'play.spotify.com', 'embed.spotify.com', 'spotify.link'],
    origins: ['https://open.spotify.com'],
    consent: 'embeds',
    read: spotify,
    shortcodes: {
      spotify: [
        '{url}',
        '{0}',
        '{content}',
        'https://embed.spotify.com/?uri={0}',
        'https://embed.spotify.com/?uri={uri}',
      ],
    },
  },
  {
    type: 'soundcloud',
    name: 'SoundCloud',
    hosts: ['soundcloud.com', 'm.soundcloud.com', 'w.soundcloud.com', 'api.soundcloud.com', 'on.soundcloud.com'],
    origins: ['https://w.soundcloud.com'],
    consent: 'embeds',
    read: soundcloud,
    markup: [{ tag: 'amp-soundcloud', from: ['https://api.soundcloud.com/tracks/{data-trackid}'] }],
    shortcodes: { soundcloud: ['{url}', '{0}', '{content}'] },
  },
  {
    type: 'embed',
    name: 'Mixcloud',
    hosts: ['mixcloud.com', 'player-widget.mixcloud.com', 'm.mixcloud.com'],
    origins: ['https://player-widget.mixcloud.com'],
    consent: 'embeds',
    read: mixcloud,
    shortcodes: { mixcloud: ['{url}', '{0}', '{content}'] },
  },
  {
    type: 'embed',
    name: 'Apple Podcasts',
    hosts: ['podcasts.apple.com', 'embed.podcasts.apple.com'],
    origins: ['https://embed.podcasts.apple.com'],
    consent: 'embeds',
    read: apple('podcasts'),
  },
  {
    type: 'embed',
    name: 'Apple Music',
    hosts: ['music.apple.com', 'embed.music.apple.com'],
    origins: ['https://embed.music.apple.com'],
    consent: 'embeds',
    read: apple('music'),
  },
  {
    type: 'embed',
    name: 'Deezer',
    hosts: ['deezer.com', 'widget.deezer.com'],
    origins: ['https://widget.deezer.com'],
    consent: 'embeds',
    read: [
      {
        path: /^\/(?:[a-z]{2}\/|widget\/(?:auto|light|dark)\/)?(?<kind>track|album|playlist|show|episode|artist)\/(?<id>\d{1,15})(?:\/|$)/,
        id: '{kind}/{id}',
        url: 'https://www.deezer.com/{kind}/{id}',
        frame: 'https://widget.deezer.com/widget/auto/{kind}/{id}',
        shape: { height: 300 },
      },
    ],
  },
  {
    type: 'embed',
    name: 'Bandcamp',
    hosts: ['bandcamp.com'],
    subdomainsOf: ['bandcamp.com'],
    origins: ['https://bandcamp.com'],
    consent: 'embeds',
    read: [
      {
        hosts: ['bandcamp.com'],
        path: /^\/EmbeddedPlayer\/(?:v=2\/)?(?<kind>album|track)=(?<id>\d{3,15})(?:\/|$)/,
        id: '{id}',
        url: `${BANDCAMP_PLAYER}/{kind}={id}/`,
        frame: `${BANDCAMP_PLAYER}/{kind}={id}/size=large/tracklist=false/artwork=small/`,
        shape: { height: 120 },
      },
    ],
    shortcodes: { bandcamp: [`${BANDCAMP_PLAYER}/album={album}/`, `${BANDCAMP_PLAYER}/track={track}/`] },
  },
  {
    type: 'embed',
    name: 'Spreaker',
    hosts: ['spreaker.com', 'widget.spreaker.com'],
    origins: ['https://widget.spreaker.com'],
    consent: 'embeds',
    read: ['episode', 'show'].map((kind) => ({
      path: /^\/player$/,
      query: { [`${kind}_id`]: /^\d{3,15}$/ },
      id: `{${kind}_id}`,
      url: `https://widget.spreaker.com/player?${kind}_id={${kind}_id}`,
      frame: `https://widget.spreaker.com/player?${kind}_id={${kind}_id}`,
      shape: { height: kind === 'show' ? 400 : 200 },
    })),
    markup: [{ className: 'spreaker-player', from: ['https://widget.spreaker.com/player?{data-resource}'] }],
  },
  {
    type: 'embed',
    name: 'Buzzsprout',
    hosts: ['buzzsprout.com'],
    origins: ['https://www.buzzsprout.com'],
    consent: 'embeds',
    read: [
      {
        path: /^\/(?<show>\d{3,10})\/(?:episodes\/)?(?<id>\d{3,12})(?:-[^/.]{1,200})?(?:\.js)?\/?$/,
        id: '{show}/{id}',
        url: 'https://www.buzzsprout.com/{show}/episodes/{id}',
        frame: 'https://www.buzzsprout.com/{show}/{id}?client_source=small_player&iframe=true',
        shape: { height: 200 },
      },
      {
        path: /^\/(?<show>\d{3,10})(?:\.js)?\/?$/,
        id: '{show}',
        url: 'https://www.buzzsprout.com/{show}',
        frame: 'https://www.buzzsprout.com/{show}?client_source=large_player&iframe=true',
        shape: { height: 375 },
      },
    ],
  },
  ...namesOnly({
    Acast: ['embed.acast.com', 'shows.acast.com', 'player.acast.com'],
    Audioboom: ['audioboom.com', 'embeds.audioboom.com'],
    'Spotify for Creators': ['anchor.fm', 'podcasters.spotify.com', 'creators.spotify.com'],
    Podbean: ['podbean.com'],
    Tidal: ['tidal.com', 'embed.tidal.com', 'listen.tidal.com'],
    Megaphone: ['playlist.megaphone.fm', 'player.megaphone.fm'],
    ReverbNation: ['reverbnation.com'],
  }),
]
