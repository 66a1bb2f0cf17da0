import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { transform } from 'esbuild'

/** A named or nameless class, by the name of what it extends, or one that says its own name. */
export const NAMES_ERRORS = /\bclass\b[^{]*\bextends\s+[\w$.]*(?:Error|Exception)\b|\bthis\.constructor\.name/

/**
 * An esbuild plugin that gives local names in packages one letter: they are a fifth of the bytes that a start compiles. Names of our own stay, for
 * traces and the log (docs/decisions/123).
 */
export const shortNames = {
  name: 'short-names',
  setup({ onLoad }) {
    onLoad({ filter: /\/node_modules\/.*\.[cm]?js$/ }, async ({ path, namespace }) => {
      if (namespace !== 'file') return undefined
      const source = await readFile(path, 'utf8')
      // The log names the class of an error.
      if (NAMES_ERRORS.test(source)) return undefined
      const { code } = await transform(source, {
        minifyIdentifiers: true,
        sourcemap: 'inline',
        sourcesContent: false,
        // The path of a source is relative to that of the file that names it.
        sourcefile: basename(path),
      })
      return { contents: code, loader: 'js' }
    })
  },
}
/**
 * Requests are read in UTF-8 and Latin-1: tables of others were half a megabyte, and such a body is refused with 415 without them.
 */
export const usedCharsets = {
  name: 'used-charsets',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]iconv-lite[\\/]encodings[\\/](?:dbcs-data|sbcs-data-generated)\.js$/ }, () => ({
      contents: 'module.exports = {}',
    }))
  },
}

/** Those that are compressed without the database. */
const TEXT = /^text\/|\+(?:json|text|xml)$/i

/** The types of a database that say anything: an unknown one is treated like those that are left out. */
export const usedMediaTypes = {
  name: 'used-media-types',
  setup({ onLoad }) {
    onLoad({ filter: /\/mime-db\/db\.json$/ }, async ({ path }) => {
      const types = Object.entries(JSON.parse(await readFile(path, 'utf8')))
      const used = types.filter(
        ([type, { extensions, charset, compressible }]) =>
          extensions || charset || compressible === false || (compressible && !TEXT.test(type)),
      )
      const owners = new Map()
      for (const { extensions = [] } of used.map(([, facts]) => facts))
        for (const one of extensions) owners.set(one, (owners.get(one) ?? 0) + 1)
      // Where a type is from decides between several of one extension.
      const isAlone = ({ extensions = [] }) => extensions.every((one) => owners.get(one) === 1)
      const kept = used.map(([type, { source, ...facts }]) => [type, isAlone(facts) ? facts : { source, ...facts }])
      return { contents: JSON.stringify(Object.fromEntries(kept)), loader: 'json' }
    })
  },
}
