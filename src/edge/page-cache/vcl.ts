import { NOTICE_NAMES, NOTICE_PARAMETER } from '../../content/newsletter.ts'
import { AMP_PARAMETER } from '../../content/public-paths.ts'
import type { Parameter, Route } from './route.ts'
import { placeOf, type RouteTable } from './route-table.ts'

/** Makes a part of `deploy/varnish/`, which a test compares (DEP-20). */
export function parametersVcl({ declared }: RouteTable): string {
  const unshared = declared.filter(({ isDirect, parameters }) => isDirect && !parameters)
  const isPassed = (route: Route | undefined): boolean => route !== undefined && unshared.includes(route)
  const shared = declared.filter((route) => !isPassed(route))
  const kept = shared.filter((route) => unshared.some((other) => covers(other, pathLike(route))))
  const notices = shared.filter(({ hasNotice }) => !hasNotice)
  const counting = declared.filter((route): route is Counting => (route.parameters ?? []).length > 0)
  const first = firstOf(NOTICE_PARAMETER)
  return `# Written by \`npm run varnish\` from the declarations of routes (src/portal/routes.ts): change those.
# Included by default.vcl. X-Path is the path without its query, X-Given the query as spelling.vcl writes it, X-Query what
# counts of it, and X-Storage the storage of unbounded cache keys.

# Responses that no cache keeps: the operator's endpoints, forms, pages of one reader.
sub pass_unshared {
    if ((${anyOf(unshared)})
        && !(${anyOf(kept)})) {
        return (pass);
    }
}

sub count_parameters {
    set req.http.X-Query = "";
    unset req.http.X-Storage;
    ${counting.map(routeVcl).join(' else')}
    if (!(${anyOf(notices)})) {
        if (req.http.X-Given ~ "&${AMP_PARAMETER}=") {
            set req.http.X-Query = req.http.X-Query + "&${AMP_PARAMETER}";
        }
        if (${first} ~ "^(?:${NOTICE_NAMES.join('|')})$") {
            set req.http.X-Query = req.http.X-Query + "&${NOTICE_PARAMETER}=" + ${first};
        }
    }
}
${[...new Map(counting.flatMap(({ parameters, counts = 'first' }) => parameters.map((one) => [subOf(one, counts), parameterVcl(one, counts)]))).values()].join('')}`
}

type Counts = NonNullable<Route['counts']>
type Counting = Route & Required<Pick<Route, 'parameters'>>

function anyOf(routes: readonly Route[]): string {
  return [...new Set(routes.map(conditionOf))].join('\n            || ')
}

function pathLike({ path }: Route): string {
  return path.replace(/[:*]\w+/g, 'x')
}

function covers(route: Route, path: string): boolean {
  const place = placeOf(route)
  if ('at' in place) return path === place.at
  return 'below' in place ? path.startsWith(place.below) : place.like.test(path)
}

function conditionOf(route: Route): string {
  const place = placeOf(route)
  if ('at' in place) return `req.http.X-Path == "${place.at}"`
  return `req.http.X-Path ~ "${'below' in place ? `^${place.below}` : place.like.source}"`
}

function routeVcl(route: Counting): string {
  const { parameters, counts = 'first' } = route
  const calls = parameters.map((parameter) => `        call ${subOf(parameter, counts)};\n`)
  return `if (${conditionOf(route)}) {\n${calls.join('')}    }`
}

function subOf({ name }: Parameter, counts: Counts): string {
  return `${counts}_${name.replaceAll('_', '')}`
}

function parameterVcl({ name, form, isBounded }: Parameter, counts: Counts): string {
  // Without the parameter all of X-Given begins with "&", which no form matches.
  const isCounted = form ? `${firstOf(name)} ~ "${form.source}"` : `req.http.X-Given ~ "&${name}="`
  const add = (pattern: string): string =>
    `set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "${pattern}", "\\1");`
  const lines = [
    add(`^.*?(&${name}=[^&]*).*$`),
    ...(isBounded ? [] : ['set req.http.X-Storage = "other";']),
    ...(counts === 'two'
      ? [
          `if (req.http.X-Given ~ "&${name}=[^&]*&(?:.*&)?${name}=") {`,
          `    ${add(`^.*?&${name}=[^&]*.*?(&${name}=[^&]*).*$`)}`,
          '}',
        ]
      : []),
  ]
  const condition = counts === 'choice' ? `req.http.X-Query == "" && ${isCounted}` : isCounted
  return `
sub ${subOf({ name }, counts)} {
    if (${condition}) {
${lines.map((line) => `        ${line}\n`).join('')}    }
}
`
}

function firstOf(name: string): string {
  return `regsub(req.http.X-Given, "^.*?&${name}=([^&]*).*$", "\\1")`
}

const range = (from: string, to: string): string[] =>
  Array.from({ length: to.charCodeAt(0) - from.charCodeAt(0) + 1 }, (_, index) =>
    String.fromCharCode(from.charCodeAt(0) + index),
  )
/** (RFC 3986, 2.3) */
const UNRESERVED = ['-', '.', '_', '~', ...range('0', '9'), ...range('A', 'Z'), ...range('a', 'z')]
const PRINTABLE = range('!', '~')
const escapeOf = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** Spells values as the page cache's key does. */
export function spellingVcl(): string {
  const replace = (header: string, pattern: string, by: string): string =>
    `set ${header} = regsuball(${header}, {"${pattern}"}, "${by}");`
  const url = 'req.url'
  const query = 'req.http.X-Given'
  const digits = ['a', 'b', 'c', 'd', 'e', 'f']
  const plain = PRINTABLE.filter((one) => encodeURIComponent(one) === one && !UNRESERVED.includes(one))
  // "&" and "=" are escaped within a value alone.
  const reserved = PRINTABLE.filter((one) => encodeURIComponent(one) !== one && !'%&+='.includes(one))
  const lines = (indent: number, all: readonly string[]): string =>
    all.map((line) => `${' '.repeat(indent)}${line}\n`).join('')
  return `# Written by \`npm run varnish\` from src/edge/page-cache/vcl.ts: change that. Included by default.vcl.
# VCL cannot compute a character, so each has a line; URLs without an escape cost two comparisons.

# One spelling for equivalent URLs (RFC 3986, 6.2.2): no needless escapes, and escapes in capitals.
sub plain_spelling {
    if (req.url ~ "(?i)%(2[DE]|3[0-9]|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])") {
${lines(
  8,
  UNRESERVED.map((one) => replace(url, `(?i)${escapeOf(one)}`, one)),
)}    }
    if (req.url ~ "%([a-f][0-9A-Fa-f]|[0-9A-F][a-f])") {
${lines(
  8,
  digits.flatMap((digit) => [
    replace(url, `%${digit}([0-9A-Fa-f])`, `%${digit.toUpperCase()}\\1`),
    replace(url, `%([0-9A-Fa-f])${digit}`, `%\\1${digit.toUpperCase()}`),
  ]),
)}    }
}

# The values of a query as JavaScript's encodeURIComponent writes them, and a "=" after each name.
sub plain_query {
    set req.http.X-Given = "&" + regsub(req.url, "^[^?]*\\?", "");
${lines(4, [replace(query, '\\+', '%20'), replace(query, '%(?![0-9A-F]{2})', '%25')])}    if (req.http.X-Given ~ "%2[1789A]") {
${lines(
  8,
  plain.map((one) => replace(query, escapeOf(one), one)),
)}    }
    if (req.http.X-Given ~ {"[^A-Za-z0-9_.~!*'()%&=-]"}) {
${lines(
  8,
  reserved.map((one) => replace(query, `\\x${escapeOf(one).slice(1)}`, escapeOf(one))),
)}    }
    # The first "=" of each parameter is a ";" meanwhile: no other is left.
${lines(4, [
  replace(query, '&([^&=]+)(?=&|$)', '&\\1='),
  replace(query, '&([^&=]*)=', '&\\1;'),
  replace(query, '=', '%3D'),
  replace(query, ';', '='),
])}}
`
}
