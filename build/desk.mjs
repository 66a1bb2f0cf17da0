/**
 * The editors' desk (docs/desk.md): the editor as its makers have built it, from npm, and the forms and file formats of the newsroom.
 * A build has it with `DESK=on`; nothing of it is among the packages that `npm ci` brings (docs/decisions/142).
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { BASELINE } from './browser.mjs'

const { editor: EDITOR } = JSON.parse(await readFile('desk/package.json', 'utf8'))
const CACHE = 'node_modules/.cache/desk'
/** What browsers load of the package: its programs, without the maps of their sources. */
const WANTED = /^package\/dist\/(?:(?:\d+\.)?decap-cms\.js(?:\.LICENSE\.txt)?|\w+\.wasm)$/

/** @param folder the build's */
export async function writeDesk(folder) {
  const into = join(folder, 'desk')
  await mkdir(join(into, 'editor'), { recursive: true })
  for (const [name, bytes] of filesOf(gunzipSync(await editorPackage()))) {
    if (WANTED.test(name)) await writeFile(join(into, 'editor', name.split('/').at(-1)), bytes)
  }
  await build({
    entryPoints: { desk: 'src/features/desk/editor/desk.ts' },
    outdir: into,
    bundle: true,
    minify: true,
    format: 'esm',
    charset: 'ascii',
    target: BASELINE,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  })
}

/** Fetched once by npm, and checked against the digest that is written down. */
async function editorPackage() {
  const { name, version, integrity } = EDITOR
  const file = join(CACHE, `${name}-${version}.tgz`)
  if (!existsSync(file)) await fetchPackage(`${name}@${version}`, file)
  const bytes = await readFile(file)
  const digest = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  if (digest === integrity) return bytes
  await rm(file)
  throw new Error(`${name}@${version} has the digest ${digest}, and not ${integrity}`)
}

async function fetchPackage(spec, file) {
  const folder = join(CACHE, `fetch-${process.pid}`)
  await mkdir(folder, { recursive: true })
  try {
    const { status, stdout, stderr } = spawnSync('npm', ['pack', spec, '--json', '--pack-destination', folder], {
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
    if (status !== 0) throw new Error(`npm could not fetch ${spec}: ${stderr.trim()}`)
    const [{ filename }] = JSON.parse(stdout)
    await mkdir(dirname(file), { recursive: true })
    await rename(join(folder, filename), file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const BLOCK = 512

/** Files of a tar archive: a head of 512 bytes with name and octal size, then the content, filled up to 512 bytes. */
function* filesOf(archive) {
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const head = archive.subarray(at, at + BLOCK)
    const name = textOf(head, 0, 100)
    if (name === '') return
    const size = Number.parseInt(textOf(head, 124, 12), 8)
    yield [name, archive.subarray(at + BLOCK, at + BLOCK + size)]
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
}

function textOf(head, from, length) {
  return head.toString('latin1', from, from + length).replace(/[\0 ].*$/s, '')
}
