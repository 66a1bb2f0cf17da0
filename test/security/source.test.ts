import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { PROGRAM_GLOBS } from '../support/program-folders.ts'
import { ROOT } from '../support/root.ts'

const filesOf = (...globs: string[]): string[] =>
  execFileSync('git', ['ls-files', '-z', ...globs], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const PROGRAM = filesOf(...PROGRAM_GLOBS)

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
  ['makes programs of text', /\beval\(|new Function\(|from 'node:vm'|setTimeout\(['"`]/, []],
  ['runs other programs', /node:child_process/, []],
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
      'src/client/features/live.ts',
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

test.each(FORBIDDEN)('SEC-27: no part of the program %s', (_what, pattern, allowed) => {
  expect(PROGRAM.length).toBeGreaterThan(250)
  expect(PROGRAM.filter((file) => pattern.test(read(file)))).toEqual(allowed)
})

const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({ version: z.string().optional(), integrity: z.string().optional(), link: z.boolean().optional() }),
    ),
  })
  .parse(JSON.parse(read('package-lock.json')))
const own = z
  .object({ dependencies: z.record(z.string(), z.string()), devDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')))

test('SEC-28: every package is pinned to one version, from the registry, with a checksum', () => {
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '')
  expect(packages.length).toBeGreaterThan(300)
  expect(packages.filter(([, { integrity, link }]) => link || !/^sha512-/.test(integrity ?? ''))).toEqual([])
  const wanted = Object.entries({ ...own.dependencies, ...own.devDependencies })
  expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
})

test('SEC-28: the repository contains no secret', () => {
  const secret =
    /-----BEGIN [A-Z ]*PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\bghp_[A-Za-z0-9]{36}\b|\bxox[baprs]-[0-9A-Za-z-]{20,}/
  const texts = filesOf('*.ts', '*.tsx', '*.mjs', '*.json', '*.md', '*.vcl', '*.yml', '*.yaml', '*.conf', '*.service')
  const holders = texts.filter((file) => file !== 'test/security/source.test.ts' && secret.test(read(file)))
  expect(holders).toEqual([])
})
