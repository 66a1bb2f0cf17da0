import { hasForeignCharacter } from './foreign-characters.ts'
import { QUERY_PARAMETER, REMOTE_FOLDER } from './public-paths.ts'
import { isFilePath, isFileTarget, isUpload, isWordPressFile, versionQuery } from './upload-paths.ts'

/** Calls no other host (IMG-16 to IMG-19). */

/** Texts name WordPress' files by these hosts. */
export interface MediaSite {
  /** Of the site's first service. */
  name: string
  services: ReadonlySet<string>
  /** WordPress' folder, without a trailing slash. */
  url: URL
  /** They may be old names of WordPress, which still has the files. */
  hosts: ReadonlySet<string>
  /** For permalinks' hosts seen so far. */
  hasLinksOn?(host: string): boolean
}

export interface RemoteMedia {
  sites: readonly MediaSite[]
  own: MediaSite
  /** `MEDIA_HOSTS`; `*.` means all subdomains. */
  hosts: readonly string[]
  /** Readers cannot make one up (IMG-32). */
  seal(text: string): string
}

export type MediaFile =
  | { at: 'wordpress'; site: MediaSite; path: string; query: string }
  | { at: 'https' | 'http'; host: string; path: string; query: string }

/** Follows the file's name where the portal makes the image. */
const MADE = '.webp'
const SEAL_END = '.'
/** Jetpack's paths have the original's host and path. */
const PHOTON = /^i[0-3]\.wp\.com$/
/** The resizer reads none of these. */
const AS_IS = /\.(?:gif|svg|bmp|ico)$/i
/** No script has such a path. */
const IMAGE = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|ico)$/i
/** WordPress' sizes: `foto-300x200.jpg`. */
const VARIANT = /^(.{1,1000})-(\d{1,5})x(\d{1,5})(\.(?:jpe?g|png|webp|avif))$/i
/** Characters; servers on the way may refuse longer ones. */
const MAX_URL = 1500
/** For a server that decodes again they name another file. */
const UNCLEAR_ESCAPE = /%(?:2f|2e|5c|00)/i

export function mediaFileOf(url: URL, media: RemoteMedia): MediaFile | undefined {
  const written = unwrapped(url) ?? url
  const { pathname: path, search: query } = written
  if (!isPlain(path) || written.href.length > MAX_URL) return undefined
  const site = siteOf(written, media)
  if (site) {
    const file: MediaFile = { at: 'wordpress', site, path: pathOn(site, written), query: versionQuery(query) }
    return isImageOfWordPress(file) ? file : undefined
  }
  if (!isListed(written, media)) return undefined
  return { at: written.protocol === 'https:' ? 'https' : 'http', host: written.hostname, path, query }
}

export function urlOfMedia(file: MediaFile): URL {
  const origin = file.at === 'wordpress' ? file.site.url.origin : `${file.at}://${file.host}`
  return new URL(`${file.path}${file.query}`, origin)
}

/** Without a width it is the largest (IMG-17). */
export function mediaPath(file: MediaFile, { seal }: Pick<RemoteMedia, 'seal'>, width?: number): string {
  const query = new URLSearchParams()
  if (file.query !== '' || !isOpen(file)) {
    query.set(QUERY_PARAMETER, `${seal(wordsOf(file))}${SEAL_END}${file.query.slice(1)}`)
  }
  if (width !== undefined && !isAsIs(file)) query.set('w', String(width))
  const search = query.toString()
  return `${REMOTE_FOLDER}/${placeOf(file)}${file.path}${isAsIs(file) ? '' : MADE}${search === '' ? '' : `?${search}`}`
}

function placeOf(file: MediaFile): string {
  return file.at === 'wordpress' ? `wordpress/${encodeURIComponent(file.site.name)}` : `${file.at}/${file.host}`
}

/** A seal covers them; no place or path has a space. */
function wordsOf(file: MediaFile): string {
  return `${placeOf(file)} ${file.path} ${file.query}`
}

/** Other hosts are open only where content names them. */
function isOpen({ at, path }: MediaFile): boolean {
  return at === 'wordpress' ? isWordPressFile(path) : isFilePath(path)
}

function isImageOfWordPress({ path }: MediaFile): boolean {
  return IMAGE.test(path) && isFilePath(path)
}

/** They have one size. */
export function isAsIs({ path }: MediaFile): boolean {
  return AS_IS.test(path)
}

/**
 * Reverses `mediaPath`. A query without its seal is dropped, as crawlers may know the file from before (IMG-32).
 * @param path below `REMOTE_FOLDER`, still escaped
 * @param written the value of `QUERY_PARAMETER`
 * @returns undefined for other paths, and for a host that is not allowed
 */
export function mediaFileAt(path: string, written: string | undefined, media: RemoteMedia): MediaFile | undefined {
  const bare = fileAt(path, media)
  if (!bare) return undefined
  const end = written?.indexOf(SEAL_END) ?? -1
  if (written !== undefined && end !== -1) {
    const query = end === written.length - 1 ? '' : `?${written.slice(end + 1)}`
    const sealed = { ...bare, query }
    if (media.seal(wordsOf(sealed)) === written.slice(0, end)) return sealed
  }
  return isOpen(bare) ? bare : undefined
}

function fileAt(path: string, media: RemoteMedia): MediaFile | undefined {
  const [, at = '', name = '', written = ''] = /^\/(wordpress|https?)\/([^/]{1,255})(\/.*)$/.exec(path) ?? []
  const bare = written.endsWith(MADE) ? written.slice(0, -MADE.length) : written
  if (!isPlain(bare) || AS_IS.test(bare) === written.endsWith(MADE)) return undefined
  const url = URL.parse(bare, 'https://relative.invalid')
  if (url?.hostname !== 'relative.invalid' || url.pathname !== bare) return undefined
  const place = { path: bare, query: '' }
  switch (at) {
    case 'wordpress': {
      const site = media.sites.find((one) => encodeURIComponent(one.name) === name)
      const file = site && { at, site, ...place }
      return file && isImageOfWordPress(file) ? file : undefined
    }
    case 'https':
    case 'http': {
      const host = URL.parse(`${at}://${name}/`)
      const isWritten = host?.hostname === name
      return isWritten && isListed(host, media) ? { at, host: name, ...place } : undefined
    }
    default:
      return undefined
  }
}

export function isReachable(url: URL, media: Pick<RemoteMedia, 'sites' | 'hosts'>): boolean {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false
  const isWordPress = media.sites.some((site) => isSameHost(url, site.url))
  return isWordPress || isListed(url, media)
}

/** WordPress must redirect to a file on its own host. */
export function staysFile(file: MediaFile, target: URL): boolean {
  return file.at !== 'wordpress' || target.hostname !== file.site.url.hostname || isFileTarget(target)
}

/** As the operator's, it may have a private IP address. */
export function isOwnHostname(hostname: string, media: Pick<RemoteMedia, 'sites'>): boolean {
  return media.sites.some(({ url }) => url.hostname === hostname)
}

export function uploadPath(url: URL, media: RemoteMedia): string | undefined {
  const site = siteOf(url, media)
  if (site !== media.own || !isUpload(url.pathname)) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}

/** A reader's path may lack WordPress' folder. */
export function pathOnSite({ url }: MediaSite, path: string): string {
  const folder = url.pathname.replace(/\/$/, '')
  return path.startsWith(`${folder}/`) || !path.startsWith('/wp-') ? path : `${folder}${path}`
}

/** In pixels. */
export function originalOf(file: MediaFile): { file: MediaFile; width: number; height: number } | undefined {
  const [, name = '', width = '', height = '', extension = ''] = VARIANT.exec(file.path) ?? []
  if (name === '' || name.endsWith('/')) return undefined
  return { file: { ...file, path: `${name}${extension}` }, width: Number(width), height: Number(height) }
}

/** An old name of WordPress may be the portal's own now. */
function siteOf(url: URL, { sites, own }: RemoteMedia): MediaSite | undefined {
  const isOn = (site: MediaSite): boolean =>
    isSameHost(url, site.url) || site.hosts.has(url.host) || (site.hasLinksOn?.(url.host) ?? false)
  return isOn(own) ? own : sites.find(isOn)
}

function pathOn(site: MediaSite, url: URL): string {
  return isSameHost(url, site.url) ? url.pathname : pathOnSite(site, url.pathname)
}

/** http and https on their own ports are equal. */
function isSameHost(url: URL, base: URL): boolean {
  return url.host === base.host || (url.hostname === base.hostname && url.port === '' && base.port === '')
}

/** Only on the web's own ports. */
function isListed({ hostname, port }: URL, { hosts }: Pick<RemoteMedia, 'hosts'>): boolean {
  if (port !== '') return false
  return hosts.some((listed) => (listed.startsWith('*.') ? hostname.endsWith(listed.slice(1)) : hostname === listed))
}

/** `https://i0.wp.com/gazeta.example/a.jpg?ssl=1` is `https://gazeta.example/a.jpg`. */
function unwrapped(url: URL): URL | undefined {
  const [, host = '', path = ''] = PHOTON.test(url.hostname) ? (/^\/([^/]+)(\/.+)$/.exec(url.pathname) ?? []) : []
  if (host === '') return undefined
  const scheme = url.searchParams.get('ssl') === '1' ? 'https' : 'http'
  const original = URL.parse(`${scheme}://${host}${path}`)
  return original && original.username === '' && original.password === '' ? original : undefined
}

/** All servers read it alike. */
function isPlain(path: string): boolean {
  return path.length > 1 && !path.includes('//') && !UNCLEAR_ESCAPE.test(path) && !hasForeignCharacter(path)
}
