import { type Provider, parameter, type Read } from './provider.ts'

const MAPS = 'https://www.google.com/maps'
/** As Google's dialogue writes it. */
const MAP_DESCRIPTION = /^[\w!.%:+ -]{10,4000}$/
const MAX_PLACE = 300
const MAP_KEY = /^[A-Za-z0-9_-]{20,60}$/
const MAP_PARAMETERS = [
  'q',
  'origin',
  'destination',
  'waypoints',
  'center',
  'zoom',
  'mode',
  'location',
  'heading',
  'pitch',
  'fov',
  'language',
  'region',
]

const googleMaps: Read = (url) => {
  const map = (src: string, pageUrl: string) => ({
    id: src,
    url: pageUrl,
    frame: { src, shape: { ratio: '4 / 3' } as const },
  })
  const isMaps = url.hostname.startsWith('maps.')
  const path = isMaps && /^\/(?:maps)?$/.test(url.pathname) ? '/maps' : url.pathname
  if (path === '/maps/embed') {
    const pb = parameter(url, 'pb', MAP_DESCRIPTION)
    const src = pb && `${MAPS}/embed?${new URLSearchParams({ pb })}`
    return src ? map(src, src) : undefined
  }
  if (/^\/maps\/d\/(?:u\/\d\/)?(?:embed|viewer|edit)$/.test(path)) {
    const id = parameter(url, 'mid', /^[A-Za-z0-9_.-]{10,80}$/)
    return id ? map(`${MAPS}/d/embed?mid=${id}`, `${MAPS}/d/viewer?mid=${id}`) : undefined
  }
  const mode = /^\/maps\/embed\/v1\/(place|view|directions|streetview|search)$/.exec(path)?.[1]
  const key = parameter(url, 'key', MAP_KEY)
  if (mode !== undefined && key !== undefined) {
    const query = new URLSearchParams({ key })
    for (const name of MAP_PARAMETERS) {
      const value = url.searchParams.get(name)
      if (value !== null && value.length <= MAX_PLACE) query.set(name, value)
    }
    const place = query.get('q') ?? query.get('destination') ?? query.get('center') ?? ''
    return map(
      `${MAPS}/embed/v1/${mode}?${query}`,
      `${MAPS}/search/?${new URLSearchParams({ api: '1', query: place })}`,
    )
  }
  const place = url.searchParams.get('q')
  const isFramed = url.searchParams.get('output') === 'embed'
  if (path !== '/maps' || !isFramed || !place || place.length > MAX_PLACE) return undefined
  return map(
    `${MAPS}?${new URLSearchParams({ q: place, output: 'embed' })}`,
    `${MAPS}/search/?${new URLSearchParams({ api: '1', query: place })}`,
  )
}

const DEGREES = String.raw`-?\d{1,3}(?:\.\d{0,20})?`
const PLACE = new RegExp(`^${DEGREES},${DEGREES}$`)
const BOUNDS = new RegExp(`^${DEGREES}(?:,${DEGREES}){3}$`)

const openStreetMap: Read = (url) => {
  if (url.pathname !== '/export/embed.html') return undefined
  const bbox = parameter(url, 'bbox', BOUNDS)
  if (bbox === undefined) return undefined
  const layer = parameter(url, 'layer', /^[a-z]{3,20}$/i) ?? 'mapnik'
  const marker = parameter(url, 'marker', PLACE)
  const [west, south, east, north] = bbox.split(',').map(Number)
  const [latitude, longitude] = [((south ?? 0) + (north ?? 0)) / 2, ((west ?? 0) + (east ?? 0)) / 2]
  const query = new URLSearchParams({ bbox, layer })
  if (marker !== undefined) query.set('marker', marker)
  return {
    id: bbox,
    url: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=14/${latitude}/${longitude}`,
    frame: { src: `https://www.openstreetmap.org/export/embed.html?${query}`, shape: { ratio: '4 / 3' } },
  }
}

export const MAP_PROVIDERS: readonly Provider[] = [
  {
    type: 'embed',
    name: 'Google Maps',
    hosts: [
      ...['com', 'pl', 'de', 'co.uk', 'com.ua'].flatMap((domain) => [`google.${domain}`, `maps.google.${domain}`]),
      'maps.app.goo.gl',
    ],
    origins: ['https://www.google.com'],
    consent: 'embeds',
    namedPath: /^\/maps|^\/[A-Za-z0-9]{10,}$/,
    read: googleMaps,
    shortcodes: { googlemaps: ['{0}', '{url}'] },
  },
  {
    type: 'embed',
    name: 'OpenStreetMap',
    hosts: ['openstreetmap.org'],
    origins: ['https://www.openstreetmap.org'],
    consent: 'embeds',
    read: openStreetMap,
  },
]
