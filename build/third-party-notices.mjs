/**
 * The notices of the packages that are part of the build: licences such as MIT's ask that they come along with every
 * copy (DEP-7).
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What may be built in: licences that ask for their notice and nothing else of a program that contains the package. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  '(MIT AND Zlib)',
  'MIT-0',
  'OFL-1.1',
])
/** Notices of a package that lie deeper in it. */
const FURTHER_NOTICES = { pako: ['lib/zlib/README'] }
/** What may be contained though it asks for its own files' source, which are unchanged: the notice says where they are. */
export const CHOSEN = { 'dictionary-pl': 'MPL-2.0', 'web-push': 'MPL-2.0' }
const NOTICE_FILE = /^(?:licen[cs]e|copying|notice)/i
/** Packages without a file of it have their licence at the end of the readme. */
const LICENCE_SECTION = /^(?:#+ *licen[cs]e|licen[cs]e\n-+)\s*$([\s\S]+)/im
/** The text itself, for packages that bring only the licence's name and their author's. */
const TEXTS = {
  ISC: `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`,
  // Behind the line with the holder.
  MIT: (await readFile('LICENSE', 'utf8')).replace(/^[\s\S]*?Copyright.*\n/, '').trim(),
  'Apache-2.0': await readFile('node_modules/@opentelemetry/api/LICENSE', 'utf8'),
}
const PACKAGE_FOLDER = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/
const RULE = '='.repeat(80)

/**
 * @param folders of packages that the metafile does not name
 * @throws when a package has no notice, or a licence that must not be built in
 */
export async function writeNotices(path, metafiles, folders = []) {
  const packages = new Set([...metafiles.flatMap(packageFolders), ...folders])
  const notices = await Promise.all([...packages].map(noticeOf))
  const unique = new Map(notices.map(({ name, text }) => [name, text]))
  // Half of the packages have the very text of others.
  const names = new Map()
  for (const [name, text] of [...unique].sort(([one], [other]) => (one < other ? -1 : 1))) {
    names.set(text, [...(names.get(text) ?? []), name])
  }
  const sections = [...names].map(([text, own]) => [own.join('\n'), text])
  const head = 'Parts of this program are the work of others. Their names, licences and notices follow.'
  await writeFile(path, [head, ...sections.map(([name, text]) => `${RULE}\n${name}\n\n${text}`), ''].join('\n\n'))
}

/** @returns folders of the packages that a bundle has files of */
export function packageFolders({ inputs }) {
  return [...new Set(Object.keys(inputs).flatMap((input) => PACKAGE_FOLDER.exec(input)?.[0] ?? []))]
}

async function noticeOf(folder) {
  const { name, version, license: offered, author } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const license = CHOSEN[name] ?? offered
  if (!ALLOWED.has(license) && CHOSEN[name] === undefined)
    throw new Error(`${name} ${version} has the licence ${license}, which is not allowed here`)
  const own = (await readdir(folder)).filter((file) => NOTICE_FILE.test(file)).sort()
  const files = [...own, ...(FURTHER_NOTICES[name] ?? [])]
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  const text = texts.length > 0 ? texts.join('\n') : ((await licenceInReadme(folder)) ?? namedLicence(license, author))
  if (!/copyright|public domain|blue oak/i.test(text))
    throw new Error(`${name} ${version} has no notice of its licence`)
  const source = license === 'MPL-2.0' ? `Source: https://www.npmjs.com/package/${name}/v/${version}\n\n` : ''
  return { name: `${name} ${version} (${license})`, text: source + text.replaceAll('\r\n', '\n').trim() }
}

async function licenceInReadme(folder) {
  const readme = (await readdir(folder)).find((file) => /^readme/i.test(file))
  const text = readme === undefined ? '' : await readFile(join(folder, readme), 'utf8')
  return LICENCE_SECTION.exec(text.replaceAll('\r\n', '\n'))?.[1]
}

function namedLicence(license, author) {
  const name = typeof author === 'string' ? author : author?.name
  return name && TEXTS[license] ? `Copyright (c) ${name}\n\n${TEXTS[license]}` : ''
}
