/**
 * What a file of WordPress is called (IMG-22, IMG-31): an allow-list, because nobody can list every URL under which a
 * WordPress runs a program. A path is judged as the most credulous server on the way reads it.
 */

/** WordPress' folder of uploads, below its own. */
export const UPLOADS = '/wp-content/uploads/'
/** Folders of files that WordPress itself, its themes and its plugins have; the last one is Bedrock's. */
const FILES = ['/wp-content/', '/wp-includes/images/', '/wp-admin/images/', '/app/uploads/']
/** Folders that may precede: of WordPress itself, and of one site of a network. */
const MAX_FOLDERS = 2
/** First folders that WordPress takes for its own pages and interfaces. */
const PAGES = new Set(['wp-json', 'wp-admin', 'search', 'feed', 'comments', 'author', 'tag', 'category', 'page'])
/** Extensions of programs, without what may follow their letters (`php8`, `php~`). */
const PROGRAMS = new Set(
  'php phtml phar pht phps cgi fcgi pl pm py pyc rb sh bash asp aspx asa ashx asmx cer jsp jspx jspf jsw cfm cfml do shtml stm shtm inc'.split(
    ' ',
  ),
)
/** Each ends a path, a name or a parameter for some server; those of the second set in their full width, too. */
const SPECIAL = new Set('\\/;%?#:*|<>"')
const SPECIAL_IN_ANY_WIDTH = new Set('\\/;%')
const CONTROL = /\p{Cc}/u
const MAX_PATH = 1500

/**
 * Whether every server reads a path alike, and as that of a file: nothing that is decoded twice, no parameters of a
 * path, no hidden files, and no program anywhere in it (`admin-ajax.php/x.jpg`).
 * @param path of a URL, escaped
 */
export function isFilePath(path: string): boolean {
  if (!path.startsWith('/') || path.length > MAX_PATH) return false
  return path.slice(1).split('/').every(isFileName)
}

/** Whether a path is that of an upload, in whatever folder WordPress is. */
export function isUpload(path: string): boolean {
  return isFilePath(path) && isBelow(path, [UPLOADS]) && hasExtension(path)
}

/** Whether a path is that of a file of WordPress, its themes and its plugins. */
export function isWordPressFile(path: string): boolean {
  return isFilePath(path) && isBelow(path, FILES)
}

function isFileName(written: string): boolean {
  const name = decoded(written)
  if (name === undefined || name === '' || CONTROL.test(name)) return false
  // Some servers read a full-width dot or slash as what it looks like.
  const plain = name.normalize('NFKC')
  if ([...name].some((one) => SPECIAL.has(one)) || [...plain].some((one) => SPECIAL_IN_ANY_WIDTH.has(one))) return false
  if (plain.startsWith('.') || plain.endsWith('.') || plain.endsWith(' ')) return false
  return !plain.split('.').slice(1).some(isProgram)
}

/** Bytes that are no text are no name. */
function decoded(written: string): string | undefined {
  try {
    return decodeURIComponent(written)
  } catch {
    return undefined
  }
}

/** WordPress itself writes `a.php_.jpg` for an upload of the name `a.php.jpg`, which no server runs. */
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

/** Whether a redirect within a WordPress still leads to a file: pages and programs are none. */
export function isFileTarget({ pathname, search }: URL): boolean {
  return isFilePath(pathname) && hasExtension(pathname) && versionQuery(search) === search
}

function hasExtension(path: string): boolean {
  return /\.[a-z0-9]{1,10}$/i.test(path)
}

/** Parameters by which sites tell versions and sizes of an image apart. */
const VERSIONS = new Set(
  'v ver version rev hash t ts time timestamp date mtime lm cb cache _ w h width height resize fit crop zoom quality q ssl strip lossy dpr x y'.split(
    ' ',
  ),
)
const MAX_PARAMETERS = 8

/**
 * The query of a file of WordPress, where it is a version or a size: with any other, WordPress itself may answer
 * (`?rest_route=/`).
 * @returns empty for any other query
 */
export function versionQuery(search: string): string {
  const parameters = [...new URLSearchParams(search)]
  if (parameters.length > MAX_PARAMETERS) return ''
  return parameters.every(([name, value]) => (value === '' ? isVersion(name) : isSize(name, value))) ? search : ''
}

/** `?1699999999` */
function isVersion(name: string): boolean {
  return VERSIONS.has(name) || (/^[\da-f.-]{1,64}$/i.test(name) && /\d/.test(name))
}

function isSize(name: string, value: string): boolean {
  return VERSIONS.has(name) && /^[\w.,:-]{1,64}$/.test(value)
}
