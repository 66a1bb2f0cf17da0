/**
 * WordPress may run a program under many URLs (IMG-22, IMG-31): paths are judged as the most credulous server reads
 * them.
 */

export const UPLOADS = '/wp-content/uploads/'
/** Bedrock's is last. */
const FILES = ['/wp-content/', '/wp-includes/images/', '/wp-admin/images/', '/app/uploads/']
/** WordPress' own, and a network site's. */
const MAX_FOLDERS = 2
/** WordPress' pages and interfaces. */
const PAGES = new Set(['wp-json', 'wp-admin', 'search', 'feed', 'comments', 'author', 'tag', 'category', 'page'])
/** More may follow (`php8`, `php~`). */
const PROGRAMS = new Set(
  'php phtml phar pht phps cgi fcgi pl pm py pyc rb sh bash asp aspx asa ashx asmx cer jsp jspx jspf jsw cfm cfml do shtml stm shtm inc'.split(
    ' ',
  ),
)
/** Each ends a path, a name or a parameter for some server. */
const SPECIAL = new Set('\\/;%?#:*|<>"')
const SPECIAL_IN_ANY_WIDTH = new Set('\\/;%')
const CONTROL = /\p{Cc}/u
const MAX_PATH = 1500

/**
 * Refuses double escapes, a path's parameters, hidden files and programs (`admin-ajax.php/x.jpg`).
 * @param path escaped
 */
export function isFilePath(path: string): boolean {
  if (!path.startsWith('/') || path.length > MAX_PATH) return false
  return path.slice(1).split('/').every(isFileName)
}

export function isUpload(path: string): boolean {
  return isFilePath(path) && isBelow(path, [UPLOADS]) && hasExtension(path)
}

export function isWordPressFile(path: string): boolean {
  return isFilePath(path) && isBelow(path, FILES)
}

function isFileName(written: string): boolean {
  const name = decoded(written)
  if (name === undefined || name === '' || CONTROL.test(name)) return false
  // Some servers read full-width dots and slashes as plain.
  const plain = name.normalize('NFKC')
  if ([...name].some((one) => SPECIAL.has(one)) || [...plain].some((one) => SPECIAL_IN_ANY_WIDTH.has(one))) return false
  if (plain.startsWith('.') || plain.endsWith('.') || plain.endsWith(' ')) return false
  return !plain.split('.').slice(1).some(isProgram)
}

function decoded(written: string): string | undefined {
  try {
    return decodeURIComponent(written)
  } catch {
    return undefined
  }
}

/** WordPress stores `a.php.jpg` as `a.php_.jpg`, which no server runs. */
function isProgram(extension: string): boolean {
  const letters = /^[a-z]*/.exec(extension.toLowerCase())?.[0] ?? ''
  return PROGRAMS.has(letters) && extension[letters.length] !== '_'
}

function isBelow(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    const at = path.indexOf(folder)
    const before = path.slice(1, Math.max(at, 1)).split('/').filter(Boolean)
    const isFolder = (name: string): boolean => !name.includes('.') && !PAGES.has(name.toLowerCase())
    return at !== -1 && before.length <= MAX_FOLDERS && before.every(isFolder)
  })
}

export function isFileTarget({ pathname, search }: URL): boolean {
  return isFilePath(pathname) && hasExtension(pathname) && versionQuery(search) === search
}

function hasExtension(path: string): boolean {
  return /\.[a-z0-9]{1,10}$/i.test(path)
}

/** Of versions and sizes. */
const VERSIONS = new Set(
  'v ver version rev hash t ts time timestamp date mtime lm cb cache _ w h width height resize fit crop zoom quality q ssl strip lossy dpr x y'.split(
    ' ',
  ),
)
const MAX_PARAMETERS = 8

/** Others may reach WordPress itself (`?rest_route=/`). */
export function versionQuery(search: string): string {
  const parameters = [...new URLSearchParams(search)]
  if (parameters.length > MAX_PARAMETERS) return ''
  return parameters.every(([name, value]) => (value === '' ? isVersion(name) : isSize(name, value))) ? search : ''
}

function isVersion(name: string): boolean {
  return VERSIONS.has(name) || (/^[\da-f.-]{1,64}$/i.test(name) && /\d/.test(name))
}

function isSize(name: string, value: string): boolean {
  return VERSIONS.has(name) && /^[\w.,:-]{1,64}$/.test(value)
}
