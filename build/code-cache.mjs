/** Chunks as scripts, whose compiled code the server keeps for its next start (docs/decisions/176). */
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { transform } from 'esbuild'

/** A start compiles these chunks; smaller ones cost less than a file more. Bytes. */
const LARGE = 100_000
const ENTRIES = /\/(?:server|chunks\/server\/application-\w+)\.js$/
/** The loader's own chunk exports this. */
const LOADER = 'evaluate'
/** As `programOptions` begins each chunk: a script gets its `require`. */
const BANNER = /^import \{ createRequire as __createRequire \}[^\n]*\n/
const NAMESPACE = /\bimport_chunk_[A-Z0-9]{8}\b/g

/**
 * Divides each large chunk that a start loads in two: a script, whose compiled code can be kept on Node 20 too, and a module
 * of the chunk's name that evaluates it and exports what the chunk exports.
 * @param metafile of the server, before anything reads its files
 * @throws {Error} when a chunk exports what it assigns again: the module would export the first value
 */
export async function writeScripts({ outputs }) {
  const [loader] = Object.keys(outputs).filter(
    (path) => path.includes('/chunks/') && outputs[path].exports.includes(LOADER),
  )
  for (const path of startedChunks(outputs)) {
    if (outputs[path].bytes >= LARGE) await divide(path, outputs[path], loader)
  }
}

/** What is imported statically by the server and by its application. */
function startedChunks(outputs) {
  const paths = new Set(Object.keys(outputs).filter((path) => ENTRIES.test(path)))
  // Iteration over a set continues with what is added meanwhile.
  for (const path of paths) for (const imported of importedChunks(outputs[path])) paths.add(imported)
  return [...paths].filter((path) => !ENTRIES.test(path))
}

function importedChunks({ imports }) {
  return [...new Set(imports.filter((one) => one.kind === 'import-statement' && !one.external).map(({ path }) => path))]
}

async function divide(path, output, loader) {
  const text = (await readFile(path, 'latin1')).replace(BANNER, '')
  refuseAssigned(path, text)
  const map = await readFile(`${path}.map`, 'utf8')
  const inlined = text.replace(/\/\/# sourceMappingURL=\S+\s*$/, '')
  // The banner was a line of the map.
  const shifted = JSON.stringify({ ...JSON.parse(map), mappings: JSON.parse(map).mappings.replace(/^;/, '') })
  const { code, map: ownMap } = await transform(
    `${inlined}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(shifted).toString('base64')}`,
    {
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      minifyWhitespace: true,
      minifySyntax: true,
      define: { 'import.meta.url': '__url' },
      sourcemap: 'external',
      sourcesContent: false,
      sourcefile: path.split('/').at(-1),
    },
  )
  const script = path.replace(/\.js$/, '.cjs')
  // Modules are strict by themselves.
  await writeFile(
    script,
    `module.exports=(function(exports,require,module,__import,__url){"use strict";${ofScript(code)}\n})\n//# sourceMappingURL=${script.split('/').at(-1)}.map\n`,
  )
  await writeFile(`${script}.map`, ownMap)
  await writeFile(path, moduleOf(path, output, loader))
}

/** A script cannot import by itself once its compiled code comes from a file: V8 forgets where it lies. */
function ofScript(code) {
  if (/\b__(?:c\d|import\b)/.test(code)) throw new Error('a chunk has names that its script needs')
  const names = new Map()
  return code
    .replace(/(?<![\w.$"'`])import\(/g, '__import(')
    .replace(NAMESPACE, (name) => names.get(name) ?? names.set(name, `__c${names.size}`).get(name))
}

function moduleOf(path, output, loader) {
  const chunks = importedChunks(output).map((imported) => `./${relative(dirname(path), imported)}`)
  const names = output.exports.map((name) => (name === 'default' ? 'default:__default' : name))
  return [
    ...chunks.map((chunk, index) => `import*as __c${index} from"${chunk}";`),
    `import{${LOADER}}from"./${relative(dirname(path), loader)}";`,
    `const __c=${LOADER}(import.meta.url,{${chunks.map((chunk, index) => `"${chunk}":__c${index}`).join(',')}},name=>import(name));`,
    names.length > 0 ? `export const{${names.join(',')}}=__c;` : '',
  ].join('')
}

function refuseAssigned(path, text) {
  const exported = /\bexport\{([^}]*)\}/g
  const locals = [...text.matchAll(exported)].flatMap(([, list]) => list.split(',').map((one) => one.split(' as ')[0]))
  for (const name of locals) {
    const assigned = new RegExp(
      `(?<![\\w$."'\`]|/\\?)${name.replaceAll('$', '\\$')}(?:=(?![=>])|\\+\\+|--|[-+*/|&?]{1,2}=)`,
      'g',
    )
    if ([...text.matchAll(assigned)].length > 1) throw new Error(`${path} exports "${name}" and assigns it again`)
  }
}
