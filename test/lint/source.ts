import * as z from 'zod'
import { type Check, type Fault, lineAt, namedPackages, programFiles, projectFiles, read, unless } from './project.ts'

const OWN_PATH = 'test/lint/source.ts'

/** Forbidden in the program, and the files that are exempt. */
const FORBIDDEN: Array<[what: string, pattern: RegExp, allowed: string[]]> = [
  [
    'turns the check of certificates off',
    /rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity|minVersion|secureProtocol/,
    [
      // Only where clear text is allowed as well: to this machine and `CLEAR_TEXT_HOSTS` (SMTP-2).
      'src/mail/connection-options.ts',
      // As every client of PostgreSQL reads the operator's sslmode: `require` encrypts, `verify-full` checks too (SUB-23).
      'src/system/postgresql/connections.ts',
      // Only where `REDIS_TLS=no-verify` asks for it (RES-24).
      'src/system/store/redis-connection.ts',
    ],
  ],
  ['reads requests leniently', /insecureHTTPParser|insecure-http-parser/, []],
  [
    'makes programs of text',
    /\beval\(|new Function\(|from 'node:vm'|setTimeout\(['"`]/,
    // The operator's own extension, where it is compiled; chunks of the build.
    ['src/system/code-cache.ts', 'tools/extension/compile.ts'],
  ],
  // The server itself, by Node and without a shell (RUN-11).
  ['runs other programs', /node:child_process/, ['tools/dev/portals.ts', 'tools/start/supervise.ts']],
  [
    'uses ciphers of its own or weak ones',
    /createCipher|createDecipher|createHash\('md5'\)|pbkdf2/,
    // Mailchimp's own name of a member (NEWS-17); nothing relies on it.
    ['src/features/newsletter/providers/mailchimp.ts'],
  ],
  // Sampling of log lines, traces and stored articles, the order of a row of links, and pauses between questions.
  [
    'takes chance from a predictable place',
    /Math\.random/,
    [
      'src/client/features/further-articles.ts',
      'src/client/features/polling.ts',
      'src/client/features/saved.ts',
      'src/observability/log/access-log.ts',
      'src/observability/tracing/spans.ts',
    ],
  ],
  // Names in capitals are constants; the others are parts of a statement that the same file spells out.
  ['builds SQL of values', /\b(?:prepare|exec)\(\s*`[^`]*\$\{(?!(?:how|which|last|isRenewable|[A-Z_]+)\})[^`]*`/, []],
  // Its own file, in a folder that only it writes to.
  ['reads objects that are not JSON', /deserialize.*node:v8/, ['src/edge/page-cache/snapshot.ts']],
]

function uses(pattern: RegExp, allowed: string[]): Fault[] {
  const program = programFiles()
  const matches = program.flatMap((file) => {
    const match = pattern.exec(read(file))
    return match ? [{ file, line: lineAt(read(file), match.index), problem: match[0] }] : []
  })
  return [
    ...unless(program.length > 250, OWN_PATH, 'fewer than 250 files of the program'),
    ...matches.filter(({ file }) => !allowed.includes(file)),
    ...allowed.flatMap((file) =>
      unless(
        matches.some((match) => match.file === file),
        OWN_PATH,
        `${file} is exempt and need not be`,
      ),
    ),
  ]
}

const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        integrity: z.string().optional(),
        link: z.boolean().optional(),
        resolved: z.string().optional(),
      }),
    ),
  })
  .parse(JSON.parse(read('package-lock.json')))

const LOCK = 'package-lock.json'
const lineOf = (file: string, text: string): number => lineAt(read(file), read(file).indexOf(text))
/** The project, the packages of its tests, and the link to those: folders of the project. */
const OWN_FOLDERS = ['', 'desk', 'test', 'node_modules/szpalta-desk', 'node_modules/szpalta-test']
const packages = Object.entries(lock.packages).filter(([path]) => !OWN_FOLDERS.includes(path))
const packageFaults = (isWrong: (one: (typeof packages)[number][1]) => boolean, problem: string): Fault[] =>
  packages
    .filter(([, one]) => isWrong(one))
    .map(([path]) => ({ file: LOCK, line: lineOf(LOCK, `"${path}": {`), problem: `${path} ${problem}` }))

const unpinned = (): Fault[] => [
  ...unless(packages.length > 300, LOCK, 'fewer than 300 packages'),
  ...packageFaults(({ integrity, link }) => link === true || !/^sha512-/.test(integrity ?? ''), 'has no checksum'),
  ...namedPackages()
    .filter(({ version }) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    .map(({ file, name, version }) => ({
      file,
      line: lineOf(file, `"${name}": "${version}"`),
      problem: `${name} is ${version}, not one version`,
    })),
]

const SECRET =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\bghp_[A-Za-z0-9]{36}\b|\bxox[baprs]-[0-9A-Za-z-]{20,}/
const TEXTS = ['ts', 'tsx', 'mjs', 'json', 'md', 'vcl', 'yml', 'yaml', 'conf', 'service'].map((end) => `*.${end}`)
const secrets = (): Fault[] =>
  projectFiles(...TEXTS).flatMap((file) => {
    const match = file === OWN_PATH ? null : SECRET.exec(read(file))
    return match ? [{ file, line: lineAt(read(file), match.index), problem: 'a secret' }] : []
  })

export const SOURCE_CHECKS: Check[] = [
  ...FORBIDDEN.map(([what, pattern, allowed]) => ({
    name: `SEC-27: no part of the program ${what}`,
    faults: () => uses(pattern, allowed),
  })),
  { name: 'SEC-28: every package is pinned to one version, from the registry, with a checksum', faults: unpinned },
  {
    name: 'SEC-28: the lock file names no registry',
    faults: () => packageFaults(({ resolved }) => resolved !== undefined, 'names its registry'),
  },
  { name: 'SEC-28: the repository contains no secret', faults: secrets },
]
