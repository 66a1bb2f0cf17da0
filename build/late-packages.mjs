import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { build } from 'esbuild'

/**
 * Packages that few requests need. Each is a file of its own, read at the first call of what is named: `calls` are functions and classes, `handlers`
 * functions that make a handler of requests, which is made for its first request. A package without names is called as a whole. What is `small` in
 * an ES module is read with the server.
 * `rare` ones are for the operator's files and figures, and are never read in advance.
 */
const LATE = {
  // Figures name the span that they are of where somebody asks for that.
  '@opentelemetry/api': { importers: /\/prom-client\//, rare: true },
  // With iconv-lite, whose tables were the largest part of the server.
  'body-parser': { handlers: ['json', 'raw', 'text', 'urlencoded'] },
  'd3-scale': { calls: ['scaleLinear'] },
  'd3-shape': { calls: ['arc', 'line', 'pie'] },
  'express-rate-limit': { handlers: ['rateLimit'], calls: ['MemoryStore'] },
  // Markup that is not plain, of which most articles have none.
  parse5: { calls: ['Parser'], small: ['defaultTreeAdapter', 'html', 'serializeOuter'] },
  prismjs: { partsIn: 'src/content/highlight.ts' },
  qs: { calls: ['parse'] },
  // Quantiles of figures, of which there are none.
  tdigest: { calls: ['TDigest'], rare: true },
  'thread-stream': { rare: true },
  tldts: { calls: ['getDomain'] },
  yaml: {
    calls: ['isMap', 'isPair', 'isScalar', 'LineCounter', 'parseDocument', 'stringify', 'visit'],
    rare: true,
  },
}
/** Parts that a package gets by being imported. */
const PARTS = /^prismjs\/components\//

const NAMESPACE = 'late'
/** The module whose list the build fills in. */
const IN_ADVANCE = /\/src\/portal\/late-packages\.ts$/
/** What the files of packages are made from. */
const MADE_FROM = ['package-lock.json', 'build/late-packages.mjs', 'build/short-names.mjs', 'build/programs.mjs']

/** With a hash, because a running process must not take another build's file for its own. */
function fileOf(name) {
  const { partsIn } = LATE[name]
  const hash = createHash('sha256')
  for (const path of [...MADE_FROM, ...(partsIn ? [partsIn] : [])]) hash.update(readFileSync(path))
  return `${name}-${hash.digest('hex').slice(0, 8)}`
}

/**
 * An esbuild plugin that leaves rarely needed packages out of what a start reads (docs/decisions/123).
 * @param folder of the program's chunks
 * @param options those of the build, for the packages' own
 */
export function latePackages(folder, options) {
  const parts = new Map()
  return {
    name: 'late-packages',
    setup({ onResolve, onLoad, onEnd, initialOptions }) {
      onResolve({ filter: /^(?:@[\w-]+\/)?[a-z][\w-]*$/ }, ({ path, importer, namespace }) => {
        if (!Object.hasOwn(LATE, path) || namespace === NAMESPACE) return undefined
        const { importers = /./ } = LATE[path]
        return importers.test(importer) ? { path, namespace: NAMESPACE } : undefined
      })
      onResolve({ filter: PARTS }, ({ path }) => {
        const [name] = path.split('/')
        parts.set(name, (parts.get(name) ?? new Set()).add(path))
        return { path: `${name}/part`, namespace: NAMESPACE, sideEffects: false }
      })
      onResolve({ filter: /^late-reader$/ }, ({ path }) => ({ path, namespace: NAMESPACE }))
      onLoad({ filter: /./, namespace: NAMESPACE }, ({ path }) => ({
        contents: contentsOf(path),
        resolveDir: resolve('.'),
      }))
      onLoad({ filter: IN_ADVANCE }, () => ({ contents: inAdvance() }))
      onEnd(async (result) => {
        const used = Object.keys(result.metafile?.inputs ?? {})
          .filter((path) => path.startsWith(`${NAMESPACE}:`))
          .map((path) => path.slice(NAMESPACE.length + 1))
          .filter((name) => Object.hasOwn(LATE, name))
        if (used.length === 0) return
        const late = await build({
          ...options,
          write: initialOptions.write ?? true,
          entryPoints: Object.fromEntries(used.map((name) => [fileOf(name), `${NAMESPACE}-entry:${name}`])),
          outdir: `${folder}/late`,
          outExtension: { '.js': '.cjs' },
          format: 'cjs',
          splitting: false,
          plugins: [entries(parts), ...options.plugins],
        })
        include(result, late, used)
      })
    },
  }
}

function contentsOf(path) {
  if (path === 'late-reader') return READER
  return path.endsWith('/part') ? '' : standIn(path)
}

/** Reads a package; the chunk that this becomes part of may be the server itself, which lies above the others. */
const READER = `import { createRequire } from 'node:module'
const own = createRequire(import.meta.url)
const folder = /\\/chunks\\/\\w+\\/[^/]+$/.test(import.meta.url) ? '../server/' : './chunks/server/'
export const read = (name) => own(folder + 'late/' + name + '.cjs')
export const late = (part) => new Proxy(function () {}, {
  apply: (_, self, given) => Reflect.apply(part(), self, given),
  construct: (_, given) => Reflect.construct(part(), given),
  get: (_, key) => part()[key],
})`

/** Readers of the packages that requests need. */
function inAdvance() {
  const names = Object.keys(LATE).filter((name) => !LATE[name].rare)
  return `import { read } from 'late-reader'
export const latePackages = [${names.map((name) => `() => read(${JSON.stringify(fileOf(name))})`).join(', ')}]`
}

/** What the server's modules import instead of a package. */
function standIn(name) {
  const { calls = [], handlers = [], small } = LATE[name]
  if (small) {
    return `import { read, late } from 'late-reader'
let loaded
const load = () => (loaded ??= read(${JSON.stringify(fileOf(name))}))
${calls.map((call) => `export const ${call} = /* @__PURE__ */ late(() => load().${call})`).join('\n')}
export { ${small.join(', ')} } from ${JSON.stringify(name)}`
  }
  const head = `const { read, late } = require('late-reader')
let loaded
const load = () => (loaded ??= read(${JSON.stringify(fileOf(name))}))
`
  if (calls.length + handlers.length === 0) return `${head}module.exports = late(load)`
  return [
    head,
    ...calls.map((call) => `exports.${call} = late(() => load().${call})`),
    ...handlers.map(
      (make) => `exports.${make} = (...given) => {
  let handler
  return (request, response, next) => (handler ??= load().${make}(...given))(request, response, next)
}`,
    ),
  ].join('\n')
}

/** The entries of the packages' own build, with the parts that somebody imports. */
function entries(parts) {
  return {
    name: 'late-entries',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^late-entry:/ }, ({ path }) => ({
        path: path.slice('late-entry:'.length),
        namespace: 'late-entry',
      }))
      onLoad({ filter: /./, namespace: 'late-entry' }, ({ path }) => ({
        contents: [
          `const all = require(${JSON.stringify(path)})`,
          ...[...(parts.get(path) ?? [])].map((part) => `require(${JSON.stringify(part)})`),
          'module.exports = all',
        ].join('\n'),
        resolveDir: resolve('.'),
      }))
    },
  }
}

/** The packages count where the build is counted: notices of licences, the name of the pages. */
function include({ metafile }, late, used) {
  for (const name of used) {
    const entry = `late-entry:${name}`
    metafile.inputs[`${NAMESPACE}:${name}`].imports.push({ path: entry, kind: 'require-call' })
  }
  Object.assign(metafile.inputs, late.metafile.inputs)
  Object.assign(metafile.outputs, late.metafile.outputs)
}
